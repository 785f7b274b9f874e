import AppGroupPlatform
import Foundation
import TestSupport
import Testing

@Suite("Open folders", .ownGroup)
struct OpenFolderTests {
    let group = TestGroup.current

    /// A folder with a file that must never be touched.
    func makeVictim() throws -> (folder: String, file: String) {
        try group.makeFolder("victim")
        return ("\(group.folder)/victim", try group.makeFile("victim/thesis", [1]))
    }

    @Test("A link in place of a folder is not opened, neither by its path nor in another folder")
    func followsNoLink() throws {
        let victim = try makeVictim()
        try Files.symbolicLink(victim.folder, at: "\(group.folder)/link")
        #expect(throws: SystemError.notFolder) { try OpenFolder("\(group.folder)/link") }
        let folder = try OpenFolder(group.folder)
        #expect(throws: SystemError.notFolder) { try folder.folder("link") }
        #expect(try folder.status(of: "link").kind == .link && !folder.isFolder("link"))
        try Files.symbolicLink(victim.file, at: "\(group.folder)/file")
        #expect(throws: SystemError.linkLoop) { try folder.contents(of: "file", limit: 10) }
        #expect(throws: SystemError.linkLoop) { _ = try folder.file("file", for: .keeping) }
    }

    @Test("A tree is removed with its links, but not with what they lead to", arguments: [0o700, 0o500, 0o000])
    func removesTrees(permissions: Int) throws {
        let victim = try makeVictim()
        try group.makeFolder("tree/deep/deeper")
        _ = try group.makeFile("tree/deep/file", [2])
        for (name, target) in ["tree/a": victim.folder, "tree/deep/b": victim.file, "tree/deep/deeper/c": "/nowhere"] {
            try Files.symbolicLink(target, at: "\(group.folder)/\(name)")
        }
        try FileManager.default.setAttributes(
            [.posixPermissions: permissions], ofItemAtPath: "\(group.folder)/tree/deep")
        try OpenFolder(group.folder).removeTree("tree")
        #expect(!Files.exists("\(group.folder)/tree"))
        #expect(try Files.contents(of: victim.file, limit: 1) == [1])
        try Files.symbolicLink(victim.folder, at: "\(group.folder)/link")
        try Files.removeTree("\(group.folder)/link")
        #expect(try Files.contents(of: victim.file, limit: 1) == [1])
    }

    @Test("A folder that its owner may not write can be left, and the error names the file in it that stays")
    func leavesProtected() async {
        await #expect(processExitsWith: .success) { [folder = group.folder as String] in
            try ScarcityTests.becomeOrdinaryUser(owning: folder)
            let (tree, file) = ("\(folder)/tree", "\(folder)/tree/sealed/file")
            try Files.makeFolders("\(tree)/sealed")
            _ = try Descriptor.makingFile(at: file)
            try Files.setPermissions(0o500, of: "\(tree)/sealed")
            let failure = #expect(throws: RemovalFailure.self) { try Files.removeTree(tree, evenProtected: false) }
            #expect(failure?.path == file && failure?.reason == .accessDenied)
            #expect(Files.exists(file))
            try Files.removeTree(tree)
            #expect(!Files.exists(tree))
        }
    }

    @Test("A tree is removed even from a folder whose names its owner may not read")
    func removesFromUnreadableFolders() async {
        await #expect(processExitsWith: .success) { [folder = group.folder as String] in
            try ScarcityTests.becomeOrdinaryUser(owning: folder)
            let parent = "\(folder)/parent"
            try Files.makeFolders("\(parent)/tree/deep")
            try Files.setPermissions(0o300, of: parent)
            defer { try? Files.setPermissions(0o700, of: parent) }
            try Files.removeTree("\(parent)/tree")
            #expect(!Files.exists("\(parent)/tree"))
        }
    }

    @Test(
        "A name with a slash, and a name of the folder itself or of its parent, are refused",
        arguments: [
            "", ".", "..", "a/b", "/etc", "victim/thesis",
        ])
    func refusesPaths(name: String) throws {
        let victim = try makeVictim()
        let folder = try OpenFolder(group.folder)
        let invalid = SystemError(22)
        #expect(throws: invalid) { try folder.remove(name) }
        #expect(throws: invalid) { try folder.removeTree(name) }
        #expect(throws: invalid) { try folder.rename("victim", to: name) }
        #expect(Files.exists(victim.file))
    }

    @Test("An open folder stays the same one when a link takes its place")
    func staysTheSame() throws {
        let victim = try makeVictim()
        try group.makeFolder("ours")
        let ours = try group.makeFile("ours/thesis", [3])
        let folder = try OpenFolder("\(group.folder)/ours")
        try Files.rename("\(group.folder)/ours", to: "\(group.folder)/moved")
        try Files.symbolicLink(victim.folder, at: "\(group.folder)/ours")
        #expect(Files.exists(ours))
        try folder.remove("thesis")
        #expect(try Files.contents(of: victim.file, limit: 1) == [1])
        #expect(try folder.names().isEmpty && !Files.exists("\(group.folder)/moved/thesis"))
    }
}
