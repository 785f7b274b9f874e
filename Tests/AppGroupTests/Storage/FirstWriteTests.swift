import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Failed first writes", .ownGroup)
struct FirstWriteTests {
    let group = TestGroup.current

    /// A write that fails in a group without any app.
    struct Failure: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let call: @Sendable (Registry) throws -> Void

        init(_ testDescription: String, _ call: @escaping @Sendable (Registry) throws -> Void) {
            self.testDescription = testDescription
            self.call = call
        }
    }

    static let failures = [
        Failure("set a badge") { try $0.setBadge(1, of: "org.example.inbox") },
        Failure("add to a badge") { try $0.addToBadge(1, of: "org.example.inbox") },
        Failure("set a field") { try $0.setField("k", to: 1, of: "org.example.inbox") },
        Failure("add to a field") { try $0.addToField("k", by: 1, of: "org.example.inbox") },
        Failure("pin") { try $0.setPinned(true, of: "org.example.inbox") },
        Failure("unregister") { try $0.unregister("org.example.inbox") },
        Failure("record an opening") {
            _ = try $0.recordOpening(of: "org.example.inbox", isClaimed: true, patience: .zero)
        },
        Failure("forget a history") { try $0.resetHistory(of: "org.example.inbox") },
        Failure("bring an app back") { try $0.undoPrune(["org.example.inbox"]) },
        Failure("remove a package") { try $0.removePackage("org.example.inbox") },
        Failure("restore nothing") { try $0.restore(from: "/nowhere") },
    ]

    @Test("A write that fails in a mistyped group makes no group, no lock and no folder", arguments: failures)
    func makesNothing(failing: Failure) throws {
        #expect(failure { try failing.call(group.registry) } != nil)
        #expect(!FileManager.default.fileExists(atPath: group.home))
        let other = group.registry(of: "org.example.other")
        try other.register(try group.app("rooms"))
        let before = try FileManager.default.contentsOfDirectory(atPath: group.home).sorted()
        #expect(failure { try failing.call(group.registry) } != nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: group.home).sorted() == before)
        #expect(try Registry.groups(environment: group.environment) == ["org.example.other"])
    }

    @Test("A write that fails because its group has ended in the meantime makes no group", arguments: failures)
    func makesNothingAfterTheEnd(failing: Failure) throws {
        let veteran = group.registry
        try veteran.register(try group.app("rooms"))
        let other = group.registry(of: group.id)
        try other.unregister("org.example.rooms")
        try other.prune(other.prunePlan(graceDays: 0))
        let before = try FileManager.default.contentsOfDirectory(atPath: group.home).sorted()
        #expect(!before.contains("\(group.id)"))
        #expect(failure { try failing.call(veteran) } != nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: group.home).sorted() == before)
    }

    @Test("Undoing and forgetting in a mistyped group do nothing and make no group")
    func findsNothingToDo() throws {
        #expect(try group.registry.undoPrune().isEmpty)
        try group.registry.resetHistory()
        #expect(!FileManager.default.fileExists(atPath: group.home))
    }

    @Test("A first write that fails leaves the other files of a container as they were")
    func keepsOtherFiles() throws {
        try group.registry.setSetting("k", to: 1)
        try FileManager.default.removeItem(atPath: group.container)
        try FileManager.default.createDirectory(
            atPath: "\(group.container)/icons", withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let names = ["notes", "registry.sqlite.before-restore-20260304T050607089Z"]
        for name in names { try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(group.container)/\(name)")) }
        #expect(failure { try group.registry.setBadge(1, of: "org.example.inbox") }?.code == .noSuchApp)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: group.container).sorted()
                == (names + ["icons"]).sorted())
        try group.registry.register(try group.app("inbox"))
        #expect(try group.registry.apps().count == 1)
    }

    @Test("A failed write leaves alone a registry that another process made in the meantime")
    func leavesOthersAlone() async throws {
        let failing = try (0..<4).map { try BuiltProgram.worker.start("badge", "org.example.gone\($0)", "1") }
        let registering = try (0..<4).map { try BuiltProgram.worker.start("register", "org.example.tool\($0)") }
        for process in failing { #expect(try await process.result().ending == .exit(66)) }
        for process in registering {
            let result = try await process.result()
            #expect(result.ending == .exit(0), "\(result.errors)")
        }
        #expect(try group.registry.apps(including: .all).count == 4)
    }
}
