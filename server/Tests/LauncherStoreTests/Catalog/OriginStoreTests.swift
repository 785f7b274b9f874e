import Foundation
import Testing

@testable import LauncherStore

@Suite("Where packages came from")
struct OriginStoreTests {
    let sandbox: Sandbox
    let store: OriginStore

    init() throws {
        sandbox = try Sandbox()
        store = OriginStore(folder: "\(sandbox.folder)/state")
    }

    @Test("is noted for each package, the last note being the one that counts")
    func notes() throws {
        let (one, other) = (try ServerAddress("https://a.example"), try ServerAddress("http://[::1]:8080"))
        try store.note("0a", from: one)
        try store.note("0b", from: one)
        try store.note("0b", from: other)
        #expect(store.origin(ofPackage: "0a") == one && store.origin(ofPackage: "0b") == other)
        #expect(store.origin(ofPackage: "0c") == nil)
        try Data("nonsense\n".utf8).write(to: URL(filePath: "\(sandbox.folder)/state/origins/0a"))
        #expect(store.origin(ofPackage: "0a") == nil)
    }

    @Test("is forgotten a day after nobody has the package any more")
    func forgets() throws {
        let server = try ServerAddress("https://a.example")
        for name in ["used", "old", "new"] { try store.note(name, from: server) }
        for name in ["used", "old"] {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -100_000)],
                ofItemAtPath: "\(sandbox.folder)/state/origins/\(name)")
        }
        store.forget(allBut: ["used"], now: Int64(Date().timeIntervalSince1970))
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.folder)/state/origins")
        #expect(names.sorted() == ["new", "used"])
    }
}
