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

    @Test("Nothing is downloaded into a folder or a part that others may write to", arguments: ["folder", "part"])
    func writableByOthers(what: String) throws {
        let parts = "\(sandbox.folder)/downloads"
        let part = "\(parts)/\(digest).part"
        try FileManager.default.createDirectory(atPath: parts, withIntermediateDirectories: true)
        try Data([1]).write(to: URL(filePath: part))
        for (path, isOpen) in [(parts, what == "folder"), (part, what == "part")] {
            try FileManager.default.setAttributes([.posixPermissions: isOpen ? 0o777 : 0o700], ofItemAtPath: path)
        }
        let error = #expect(throws: ClientError.self) { _ = try PartialFile(part, limit: 10) }
        let place = what == "folder" ? "\(parts) belongs" : "\(part) is not"
        #expect(
            error?.code == .notPermitted && error?.description.contains(place) == true, "\(String(describing: error))")
        #expect(error?.description.hasSuffix("move it away, and try again.") == true)
        #expect(try Data(contentsOf: URL(filePath: part)) == Data([1]))
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
