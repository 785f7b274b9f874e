import AppGroupPlatform
import Foundation
import TestSupport
import Testing

@testable import AppGroup

/// A user's own files behind links that were put into a container, and beside its files.
@Suite("Links in containers", .ownGroup)
struct LinkedFolderTests {
    let group = TestGroup.current
    let inbox: AppID = "org.example.inbox"
    /// Names that files of the group could have, too.
    static let digest = String(repeating: "ab", count: 32)
    static let names = ["thesis", "\(digest).png", "\(digest).svg", "org.example.visa/\(digest)/thesis", "new/thesis"]

    /// Makes the user's folder, and puts a link to it into the container.
    func plantLink(_ name: String) throws -> String {
        let victim = try group.makeFolder("victim")
        for file in Self.names {
            try group.makeFolder(Paths.parent(of: "victim/\(file)"))
            try group.makeFile("victim/\(file)", Array(file.utf8))
        }
        let link = "\(group.container)/\(name)"
        try? FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: victim)
        return link
    }

    /// The user's folder holds what it held, and nothing else.
    func expectUntouched() throws {
        let found = try FileManager.default.subpathsOfDirectory(atPath: "\(group.folder)/victim")
        let folders = ["new", "org.example.visa", "org.example.visa/\(Self.digest)"]
        #expect(found.sorted() == (Self.names + folders).sorted())
        for file in Self.names {
            #expect(try String(contentsOfFile: "\(group.folder)/victim/\(file)", encoding: .utf8) == file)
        }
    }

    /// Refused with a sentence that names the link and the next step.
    func expectRefusal(_ link: String, _ call: () throws -> Void) {
        let error = failure(call)
        #expect(error?.code == .permission)
        let sentence = error?.description ?? ""
        #expect(
            sentence.contains(link) && sentence.contains("symbolic link") && sentence.contains("move the link away"),
            "\(sentence)")
    }

    func register() throws {
        var app = try group.app("inbox")
        app.icon = .png(ExampleImage.png)
        try group.registry.register(app)
    }

    @discardableResult
    func install() throws -> PackageInstallation {
        try group.registry.installPackage { folder in
            try ProgramFile.write("#!/bin/sh\n", to: "\(folder)/visa")
            return AppDescription(
                id: "org.example.visa", name: "Visa",
                launch: .package(
                    .init(
                        digest: PackageDigest(stringLiteral: String(repeating: "1", count: 64)),
                        command: .init(executable: "visa", interface: .terminal))))
        }
    }

    @Test(
        "Pruning is refused if a link is in place of the icons or packages, and deletes nothing behind it",
        arguments: ["icons", "packages"])
    func prunes(name: String) throws {
        try register()
        try group.registry.unregister(inbox)
        let link = try plantLink(name)
        let plan = try group.registry.prunePlan(graceDays: 0)
        expectRefusal(link) { try group.registry.prune(plan) }
        try expectUntouched()
        #expect(try group.registry.app(inbox) != nil)
        try FileManager.default.removeItem(atPath: link)
        #expect(try group.registry.prune(plan))
        #expect(!FileManager.default.fileExists(atPath: group.container))
    }

    @Test("An icon is neither written nor read through a link")
    func savesIcons() throws {
        try register()
        let record = try #require(try group.registry.app(inbox)?.record)
        let link = try plantLink("icons")
        var app = try group.app("rooms")
        app.icon = .svg(Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8))
        expectRefusal(link) { try group.registry.register(app) }
        expectRefusal(link) { _ = try group.registry.image(of: record) }
        #expect(try group.registry.app(app.id) == nil)
        // The app's icon would be deleted.
        expectRefusal(link) { try group.registry.register(try group.app("inbox")) }
        try expectUntouched()
        try group.registry.setBadge(3, of: inbox)
    }

    @Test("A package is neither installed nor removed if a link is in place of the packages")
    func installsPackages() throws {
        try install()
        try FileManager.default.moveItem(atPath: "\(group.container)/packages", toPath: "\(group.folder)/real")
        let link = try plantLink("packages")
        expectRefusal(link) { try install() }
        expectRefusal(link) { try group.registry.removePackage("org.example.visa", forgetting: true) }
        group.registry.clearAwayUnusedPackages(patience: .zero)
        try expectUntouched()
    }

    @Test(
        "A link in place of an app's packages or of one version stays, and so does what it leads to",
        arguments: [
            "packages/org.example.visa", "packages/org.example.visa/\(digest)", "packages/.removed-0123456789abcdef",
        ])
    func clearsAway(name: String) throws {
        try register()
        try FileManager.default.createDirectory(
            atPath: Paths.parent(of: "\(group.container)/\(name)"), withIntermediateDirectories: true)
        let link = try plantLink(name)
        group.registry.clearAwayUnusedPackages(patience: .zero)
        try expectUntouched()
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "\(group.folder)/victim")
        if name == "packages/org.example.visa" { expectRefusal(link) { try install() } }
        try expectUntouched()
    }

    @Test("Files in the container that are not named like the group's own stay")
    func keepsOtherFiles() throws {
        try register()
        try install()
        let container = group.container
        let own = [
            "icons/holiday.jpg", "icons/\(Self.digest).jpg", "icons/\(Self.digest).png.mine.new",
            "packages/notes/a", "packages/org.example.visa/notes", "packages/.removed-things/a",
            "packages/.incoming-mail/a", "registry.sqlite.mine.new",
        ]
        let stale = [
            "icons/\(Self.digest).png", "icons/\(Self.digest).svg.0123456789abcdef.new",
            "packages/.removed-0123456789abcdef/a", "registry.sqlite.0123456789abcdef.new",
        ]
        for file in own + stale {
            try FileManager.default.createDirectory(
                atPath: Paths.parent(of: "\(container)/\(file)"), withIntermediateDirectories: true)
            try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(container)/\(file)"))
        }
        let backup = "\(group.folder)/backup"
        try group.registry.backUp(to: backup)
        try group.registry.restore(from: backup, replacing: true)
        try group.registry.unregister(inbox)
        try group.registry.prune(group.registry.prunePlan(graceDays: 0))
        for file in own { #expect(FileManager.default.fileExists(atPath: "\(container)/\(file)"), "\(file)") }
        for file in stale { #expect(!FileManager.default.fileExists(atPath: "\(container)/\(file)"), "\(file)") }
    }
}
