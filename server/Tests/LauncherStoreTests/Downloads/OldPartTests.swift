import Foundation
import Testing

@testable import LauncherStore

@Suite("Old parts of downloads")
struct OldPartTests {
    let sandbox: Sandbox
    let digest = String(repeating: "ab", count: 32)

    init() throws { sandbox = try Sandbox() }

    @Test("Clearing old parts away follows no link, and deletes only parts", arguments: [true, false])
    func clearsOnlyParts(isLink: Bool) throws {
        let parts = "\(sandbox.folder)/downloads"
        let folder = isLink ? "\(sandbox.folder)/victim" : parts
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let victim = "\(sandbox.folder)/thesis"
        try Data([1]).write(to: URL(filePath: victim))
        let (old, others) = ("\(digest).part", ["movie.part", "thesis", "\(digest.dropLast()).part"])
        for name in [old] + others { try Data().write(to: URL(filePath: "\(folder)/\(name)")) }
        let link = String(repeating: "cd", count: 32) + ".part"
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(link)", withDestinationPath: victim)
        if isLink { try FileManager.default.createSymbolicLink(atPath: parts, withDestinationPath: folder) }
        Downloader.clearAwayOldParts(in: parts, now: Int64(Date().timeIntervalSince1970) + 365 * 86_400)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.sorted() == ((isLink ? [old] : []) + others + [link]).sorted())
        #expect(try Data(contentsOf: URL(filePath: victim)) == Data([1]))
    }

    @Test("A download through a link in place of its folder is refused")
    func linkedFolder() throws {
        let (parts, victim) = ("\(sandbox.folder)/downloads", "\(sandbox.folder)/victim")
        try FileManager.default.createDirectory(atPath: victim, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: parts, withDestinationPath: victim)
        let error = #expect(throws: ClientError.self) { _ = try PartialFile("\(parts)/\(digest).part", limit: 10) }
        #expect(error?.code == .notPermitted && error?.description.contains("\(parts) is a link") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: victim).isEmpty)
    }

    @Test("Nothing is downloaded into a folder that others may write to, until its user protects it")
    func folderWritableByOthers() throws {
        let parts = "\(sandbox.folder)/down loads"
        try makePart(in: parts, permissions: 0o600)
        try FileManager.default.setAttributes([.posixPermissions: 0o770], ofItemAtPath: parts)
        let error = #expect(throws: ClientError.self) { _ = try PartialFile("\(parts)/\(digest).part", limit: 10) }
        let sentence = try #require(error?.description)
        #expect(error?.code == .notPermitted && sentence.hasSuffix("run: chmod 700 '\(parts)', then try again."))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: parts)
        #expect(try PartialFile("\(parts)/\(digest).part", limit: 10)?.size == 1)
    }

    // Only root can give files away.
    @Test(
        "A part that others may write to, or that belongs to another user, is made again",
        arguments: getuid() == 0 ? ["mode", "owner"] : ["mode"])
    func partWritableByOthers(what: String) throws {
        let parts = "\(sandbox.folder)/downloads"
        let part = "\(parts)/\(digest).part"
        try makePart(in: parts, permissions: what == "mode" ? 0o660 : 0o600)
        if what == "owner" {
            try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: part)
        }
        let file = try #require(try PartialFile(part, limit: 10))
        #expect(file.size == 0)
        let attributes = try FileManager.default.attributesOfItem(atPath: part)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(attributes[.ownerAccountID] as? Int == Int(getuid()))
    }

    @Test("A folder of downloads that belongs to another user is to be moved away")
    func foreignFolder() throws {
        var parts = "/usr"
        if getuid() == 0 {
            parts = "\(sandbox.folder)/downloads"
            try makePart(in: parts, permissions: 0o600)
            try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: parts)
        }
        let error = #expect(throws: ClientError.self) { _ = try PartialFile("\(parts)/\(digest).part", limit: 10) }
        let sentence = try #require(error?.description)
        #expect(sentence.hasPrefix("\(parts) belongs to another user"), "\(sentence)")
        #expect(sentence.hasSuffix("move it away, and try again."), "\(sentence)")
    }

    /// Leaves a part of one byte in a new folder of the user.
    private func makePart(in parts: String, permissions: Int) throws {
        try FileManager.default.createDirectory(
            atPath: parts, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let part = "\(parts)/\(digest).part"
        try Data([1]).write(to: URL(filePath: part))
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: part)
    }

    @Test("A file that is named like an app is not the app's own data")
    func leavesFiles() throws {
        let folder = "\(sandbox.folder)/home/.config"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let file = "\(folder)/mimeapps.list"
        try Data([1]).write(to: URL(filePath: file))
        let data = OwnData(of: "mimeapps.list", environment: sandbox.registry.environment)
        #expect(try data.folders.isEmpty && data.delete().isEmpty)
        #expect(try Data(contentsOf: URL(filePath: file)) == Data([1]))
    }

    @Test("Deleting an app's own data deletes a link, but nothing behind it, at any depth")
    func deletesOwnData() throws {
        let home = "\(sandbox.folder)/home"
        let victim = "\(sandbox.folder)/victim"
        for path in ["\(victim)", "\(home)/.config", "\(home)/.local/share/org.example.rooms/deep"] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        try Data([1]).write(to: URL(filePath: "\(victim)/thesis"))
        let links = ["\(home)/.config/org.example.rooms", "\(home)/.local/share/org.example.rooms/deep/link"]
        for link in links { try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: victim) }
        let data = OwnData(of: "org.example.rooms", environment: sandbox.registry.environment)
        #expect(try data.delete().count == 2)
        #expect(data.folders.isEmpty)
        #expect(try Data(contentsOf: URL(filePath: "\(victim)/thesis")) == Data([1]))
    }
}
