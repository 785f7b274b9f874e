import AppGroup
import Foundation
import Testing

@testable import LauncherStore

@Suite("Origins of packages")
struct OriginStoreTests {
    let sandbox: Sandbox
    let store: OriginStore

    init() throws {
        sandbox = try Sandbox()
        store = OriginStore(folder: "\(sandbox.folder)/state", groups: "/home/ada/groups")
    }

    @Test("The origin of each package is recorded, and the last record counts")
    func notes() throws {
        let (one, other) = (try ServerAddress("https://a.example"), try ServerAddress("http://[::1]:8080"))
        try store.note(Self.digest("a"), from: one)
        try store.note(Self.digest("b"), from: one)
        try store.note(Self.digest("b"), from: other)
        #expect(store.origin(ofPackage: Self.digest("a")) == one && store.origin(ofPackage: Self.digest("b")) == other)
        #expect(store.origin(ofPackage: Self.digest("c")) == nil)
        try Data("nonsense\n".utf8).write(to: URL(filePath: "\(sandbox.folder)/state/origins/\(Self.digest("a"))"))
        #expect(store.origin(ofPackage: Self.digest("a")) == nil)
    }

    @Test("The origin of a package that no app has is forgotten after a day")
    func forgets() throws {
        let server = try ServerAddress("https://a.example")
        let (used, old, new) = (Self.digest("a"), Self.digest("b"), Self.digest("c"))
        for digest in [used, old, new] { try store.note(digest, from: server) }
        for digest in [used, old] {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -100_000)],
                ofItemAtPath: "\(sandbox.folder)/state/origins/\(digest)")
        }
        store.forget(allBut: [used], now: Int64(Date().timeIntervalSince1970))
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.folder)/state/origins")
        #expect(names.sorted() == [used.description, new.description])
    }

    @Test("A package that two folders of groups have keeps its origin until both forget it")
    func otherFolder() throws {
        let trial = OriginStore(folder: store.folder, groups: "/tmp/trial")
        let server = try ServerAddress("https://a.example")
        let (ours, both) = (Self.digest("a"), Self.digest("b"))
        try store.note(ours, from: server)
        for folder in [store, trial] { try folder.note(both, from: server) }
        let later = Int64(Date().timeIntervalSince1970) + 100_000
        trial.forget(allBut: [], now: later)
        #expect(store.origin(ofPackage: ours) == server && store.origin(ofPackage: both) == server)
        store.forget(allBut: [], now: later)
        #expect(store.origin(ofPackage: ours) == nil && store.origin(ofPackage: both) == nil)
    }

    @Test("The same package may have come from different servers in two folders of groups")
    func serversOfFolders() throws {
        let trial = OriginStore(folder: store.folder, groups: "/tmp/a\ttrial")
        let (one, other) = (try ServerAddress("https://a.example"), try ServerAddress("https://b.example"))
        let digest = Self.digest("a")
        try store.note(digest, from: one)
        try trial.note(digest, from: other)
        #expect(store.origin(ofPackage: digest) == one && trial.origin(ofPackage: digest) == other)
        try store.note(digest, from: other)
        try trial.note(digest, from: one)
        #expect(store.origin(ofPackage: digest) == other && trial.origin(ofPackage: digest) == one)
        trial.forget(allBut: [], now: Int64(Date().timeIntervalSince1970) + 100_000)
        #expect(store.origin(ofPackage: digest) == other)
    }

    @Test("A record that names no folder of groups stays")
    func withoutFolder() throws {
        try store.note(Self.digest("a"), from: try ServerAddress("https://a.example"))
        try Data("https://a.example".utf8).write(to: URL(filePath: "\(store.folder)/origins/\(Self.digest("a"))"))
        store.forget(allBut: [], now: Int64(Date().timeIntervalSince1970) + 100_000)
        #expect(store.origin(ofPackage: Self.digest("a")) != nil)
    }

    @Test("Forgetting origins follows no link, and deletes only records", arguments: [true, false])
    func forgetsOnlyRecords(isLink: Bool) throws {
        let records = "\(sandbox.folder)/state/origins"
        let folder = isLink ? "\(sandbox.folder)/victim" : records
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let old = [Self.digest("a").description, "\(Self.digest("b")).0123456789abcdef.new"]
        let others = ["thesis", "\(Self.digest("c")).jpg", "notes.new"]
        for name in old + others {
            try Data().write(to: URL(filePath: "\(folder)/\(name)"))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -100_000)], ofItemAtPath: "\(folder)/\(name)")
        }
        if isLink {
            try FileManager.default.createDirectory(
                atPath: "\(sandbox.folder)/state", withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(atPath: records, withDestinationPath: folder)
        }
        store.forget(allBut: [], now: Int64(Date().timeIntervalSince1970))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.sorted() == (isLink ? old + others : others).sorted())
    }

    private static func digest(_ digit: String) -> PackageDigest {
        PackageDigest(stringLiteral: String(repeating: digit, count: 64))
    }
}
