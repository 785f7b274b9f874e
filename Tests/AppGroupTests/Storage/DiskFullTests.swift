import AppGroupPlatform
import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("A full disk", .ownGroup)
struct DiskFullTests {
    let group = TestGroup.current
    private let container = Container(group: "org.example.family", parent: "/groups")

    @Test(
        "A full disk ends a writer with a sentence, and every acknowledged write is kept",
        arguments: [40_000, 100_000, 200_000])
    func keepsWhatWasAcknowledged(limit: Int) async throws {
        try group.registry.register(try group.app("inbox"))
        let result = try await BuiltProgram.worker.run("--limit", "\(limit)", "add", "org.example.inbox", "1000")
        #expect(result.ending == .exit(74), "\(result.errors)")
        #expect(result.errors.contains(group.database) && result.errors.contains("disk"))
        let acknowledged = result.lines.count
        #expect(try group.registry.app("org.example.inbox")?.badge.value == Int64(acknowledged))
        #expect(try await Sqlite3.isIntact())
        #expect(try group.registry.addToBadge(1, of: "org.example.inbox").value == Int64(acknowledged) + 1)
    }

    @Test("A disk without room for the first page gets no incomplete registry", arguments: [1000, 5000, 20_000])
    func makesNoHalfStore(limit: Int) async throws {
        let result = try await BuiltProgram.worker.run("--limit", "\(limit)", "register", "org.example.inbox")
        #expect(result.ending == .exit(74), "\(result.errors)")
        #expect(result.errors.contains(group.container))
        #expect(try group.registry.apps().isEmpty)
        try group.registry.register(try group.app("rooms"))
        #expect(try group.registry.apps().map(\.id) == ["org.example.rooms"])
        #expect(try await Sqlite3.isIntact())
    }

    @Test("On a full disk, an app and its icon are kept completely or not at all")
    func keepsIconsWhole() async throws {
        try group.registry.register(try group.app("rooms"))
        let padding = [UInt8](repeating: UInt8(ascii: " "), count: 60_000)
        let icon = try group.makeFile("icon.svg", padding + ExampleImage.svg)
        let result = try await BuiltProgram.worker.run("--limit", "40000", "register-icon", "org.example.inbox", icon)
        #expect(result.ending == .exit(74), "\(result.errors)")
        #expect(result.errors.contains("\(group.container)/icons/"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(group.container)/icons").isEmpty)
        #expect(try group.registry.app("org.example.inbox") == nil)
    }

    @Test("A full disk is distinguished from other failures")
    func isToldApart() {
        let error = SQLiteError(code: .full, message: "database or disk is full").described(in: container)
        #expect(error.code == .inputOutput && error.exitStatus == 74)
        #expect(error.description.contains(container.database) && error.description.contains("free some space"))
    }

    @Test("A file that cannot be opened on a full disk is not reported as a lack of permission")
    func isNoPermission() {
        for cause in [SystemError.noSpace, .quotaExceeded] {
            let error = SQLiteError(code: .cannotOpen, message: "unable to open database file", cause: cause)
            let described = error.described(in: container)
            #expect(described.code == .inputOutput && described.description.contains("free some space"))
            #expect(!error.isDamage)
            let folder = Container.described(cause, "The lock /lock cannot be opened")
            #expect(folder.code == .inputOutput && folder.description.contains("free some space"))
        }
        #expect(
            SQLiteError(code: .cannotOpen, message: "x", cause: .accessDenied).described(in: container).code
                == .permission)
    }
}
