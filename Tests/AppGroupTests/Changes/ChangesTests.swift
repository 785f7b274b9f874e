import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Changes", .ownGroup)
struct ChangesTests {
    let group = TestGroup.current
    let inbox: AppID = "org.example.inbox"

    /// Collects a family's changes until the test ends.
    final class Listener: Sendable {
        private let heard = Guarded<[RegistryChange]>([])
        private let task: Task<Void, Never>

        init(_ family: Registry, sweep: Duration? = nil) {
            let changes = sweep.map { family.changes(sweep: $0) } ?? family.changes
            task = Task { [heard] in
                for await change in changes { heard.withLock { $0.append(change) } }
            }
        }

        deinit { task.cancel() }

        /// Whether a change was heard since this was last asked.
        func hears(_ change: RegistryChange, within limit: Duration = .untilGivenUp) async -> Bool {
            await comesTrue(within: limit) {
                heard.withLock { heard in
                    guard let index = heard.firstIndex(of: change) else { return false }
                    heard.removeSubrange(...index)
                    return true
                }
            }
        }
    }

    @Test("by other processes arrive, from the group's beginning to its end")
    func arrive() async throws {
        let listener = Listener(group.registry)
        #expect(try await BuiltProgram.worker.run("register", "\(inbox)", "inbox").ending == .exit(0))
        #expect(await listener.hears(.joined(inbox)))
        #expect(try await BuiltProgram.worker.run("badge", "\(inbox)", "5").ending == .exit(0))
        #expect(await listener.hears(.badge(inbox, 5)))
        #expect(try await BuiltProgram.worker.run("setting", "theme", "dark").ending == .exit(0))
        #expect(await listener.hears(.setting("theme", "dark")))
        #expect(try await BuiltProgram.worker.run("unregister", "\(inbox)").ending == .exit(0))
        #expect(await listener.hears(.left(inbox)))
        try group.registry.prune(group.registry.prunePlan(graceDays: 0))
        #expect(await listener.hears(.setting("theme", nil)))
        try group.registry.register(try group.app("inbox"))
        #expect(await listener.hears(.joined(inbox)))
    }

    @Test("arrive without the regular sweep, also what changed while the subscription began")
    func arriveByHints() async throws {
        try group.registry.register(try group.app("inbox"))
        let listener = Listener(group.registry, sweep: .seconds(86_400))
        for badge in 1...50 as ClosedRange<Int64> {
            try group.registry.setBadge(BadgeCount(clamping: badge), of: inbox)
            #expect(await listener.hears(.badge(inbox, BadgeCount(clamping: badge))))
        }
    }

    @Test("by this very process arrive too, at every listener")
    func arriveEverywhere() async throws {
        let family = group.registry
        try family.register(try group.app("inbox"))
        let listeners = [Listener(family), Listener(family), Listener(group.registry)]
        try family.setBadge(3, of: inbox)
        for listener in listeners { #expect(await listener.hears(.badge(inbox, 3))) }
    }

    @Test("end with the task that hears them")
    func end() async throws {
        let family = group.registry
        try family.register(try group.app("inbox"))
        let task = Task { for await _ in family.changes {} }
        try await Task.sleep(for: .milliseconds(20))
        task.cancel()
        await task.value
    }

    @Test("leave neither a descriptor nor a thread behind when nobody hears them any more")
    func leaveNothing() async throws {
        try group.registry.register(try group.app("inbox"))
        let result = try await BuiltProgram.worker.run("subscribe", "50")
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(result.lines == ["heard 50", "descriptors 0", "threads 0"])
    }

    @Test("in a store that was replaced arrive from the new one")
    func surviveReplacement() async throws {
        try group.registry.register(try group.app("inbox"))
        let listener = Listener(group.registry)
        try group.registry.setBadge(1, of: inbox)
        #expect(await listener.hears(.badge(inbox, 1)))
        try await StoreReplacement.run(in: group) { try $0.setBadge(8, of: inbox) }
        #expect(await listener.hears(.badge(inbox, 8)))
        #expect(try await BuiltProgram.worker.run("badge", "\(inbox)", "9").ending == .exit(0))
        #expect(await listener.hears(.badge(inbox, 9)))
    }

    @Test("are told once each, and none where nothing became different")
    func areNotInvented() async throws {
        let family = group.registry
        try family.register(try group.app("inbox"))
        let changes = family.changes
        _ = try group.registry.apps()
        try family.setBadge(0, of: inbox)
        try family.register(try group.app("inbox"))
        try family.setBadge(2, of: inbox)
        try family.setSetting("last", to: 1)
        var heard: [RegistryChange] = []
        for await change in changes {
            heard.append(change)
            if change == .setting("last", 1) { break }
        }
        #expect(heard == [.badge(inbox, 2), .setting("last", 1)])
    }
}
