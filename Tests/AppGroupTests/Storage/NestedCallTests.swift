import AppGroupPlatform
import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Calls of a registry inside a storage's read or write", .ownGroup)
struct NestedCallTests {
    private typealias Call = @Sendable (Registry) throws -> Void

    private static let calls: [(name: String, call: Call)] = [
        ("a read", { _ = try $0.apps() }), ("a write", { try $0.setBadge(1, of: "a.b", patience: .seconds(86_400)) }),
        ("a version", { _ = try $0.storage.version() }),
        ("a removal", { _ = try $0.storage.removeIfEmpty(patience: .seconds(86_400)) }),
    ]

    @Test(
        "A registry call inside a read or a write of its storage fails at once with a sentence",
        .timeLimit(.minutes(10)),
        arguments: StorageKind.library)
    func failsAtOnce(kind: StorageKind) throws {
        let storage = try kind.make()
        let registry = Registry(group: TestGroup.current.id, storage: storage)
        for (name, call) in Self.calls {
            try expectRefusal("\(name) in a read") { try storage.read { _ in try call(registry) } }
            try expectRefusal("\(name) in a write") {
                try storage.write(patience: .seconds(10)) { _ in try call(registry) }
            }
        }
        #expect(try registry.apps().isEmpty, "The storage works again after the call.")
    }

    private func expectRefusal(_ name: String, _ call: () throws -> Void) throws {
        let error = failure(call)
        #expect(error?.code == .nestedCall && error?.exitStatus == .software, "\(name)")
        #expect(error?.description.contains("inside one of its own reads or writes") == true, "\(name)")
    }

    @Test("A writer whose patience ends while another thread writes is told so", arguments: StorageKind.library)
    func patienceEnds(kind: StorageKind) throws {
        let storage = try kind.make()
        let registry = Registry(group: TestGroup.current.id, storage: storage)
        let isDone = DispatchSemaphore(value: 0)
        let codes = Guarded<[AppGroupError.Code?]>([])
        try storage.write(patience: .seconds(10)) { writer in
            try writer.setSetting("k", to: 1)
            Thread.detachNewThread {
                for patience in [Duration.zero, .milliseconds(20)] {
                    let error = failure { try storage.write(patience: patience) { try $0.setSetting("k", to: 2) } }
                    codes.withLock { $0.append(error?.code) }
                }
                isDone.signal()
            }
            isDone.wait()
        }
        #expect(codes.value == [.busy, .busy])
        #expect(try registry.setting("k") == 1)
    }

    @Test("In memory, a reader does not wait for a write on another thread, and sees nothing of it")
    func readersDoNotWait() throws {
        let registry = Registry(group: TestGroup.current.id, storage: InMemoryStorage())
        let isDone = DispatchSemaphore(value: 0)
        let seen = Guarded<[FieldValue?]>([])
        try registry.storage.write(patience: .seconds(10)) { writer in
            try writer.setSetting("k", to: 1)
            Thread.detachNewThread {
                let value = try? registry.setting("k")
                seen.withLock { $0.append(value) }
                isDone.signal()
            }
            isDone.wait()
        }
        #expect(seen.value == [nil])
        #expect(try registry.setting("k") == 1)
    }

    @Test("In memory, a setting is kept that is made while a removal that keeps settings waits for its turn")
    func removalSeesNewSettings() throws {
        let storage = InMemoryStorage()
        let registry = Registry(group: TestGroup.current.id, storage: storage)
        let isDone = DispatchSemaphore(value: 0)
        let removals = Guarded<[Bool?]>([])
        try storage.write(patience: .seconds(10)) { writer in
            Thread.detachNewThread {
                let isRemoved = try? registry.removeIfEmpty(patience: .seconds(600), keepingSettings: true)
                removals.withLock { $0.append(isRemoved) }
                isDone.signal()
            }
            #expect(blockUntil { storage.turn.length == 1 })
            try writer.setSetting("k", to: 1)
        }
        isDone.wait()
        #expect(removals.value == [false])
        #expect(try registry.setting("k") == 1)
    }

    @Test("A call on another thread waits for the write instead of failing", arguments: StorageKind.library)
    func otherThreadWaits(kind: StorageKind) throws {
        let storage = try kind.make()
        let registry = Registry(group: TestGroup.current.id, storage: storage)
        let (isInside, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let failures = Guarded<[String]>([])
        Thread.detachNewThread {
            isInside.wait()
            do { _ = try registry.openings() } catch { failures.withLock { $0.append("\(error)") } }
            isDone.signal()
        }
        try storage.write(patience: .seconds(10)) { _ in
            isInside.signal()
            Thread.sleep(forTimeInterval: 0.05)
        }
        isDone.wait()
        #expect(failures.value.isEmpty)
    }
}
