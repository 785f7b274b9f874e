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
        store = OriginStore(folder: "\(sandbox.folder)/state")
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

    private static func digest(_ digit: String) -> PackageDigest {
        PackageDigest(stringLiteral: String(repeating: digit, count: 64))
    }
}
