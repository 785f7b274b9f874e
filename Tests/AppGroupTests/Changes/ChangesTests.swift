import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Changes", .ownGroup)
struct ChangesTests {
    let group = TestGroup.current
    let inbox: AppID = "org.example.inbox"

    /// Collects a group's changes until the test ends.
    final class Listener: Sendable {
        private let heard = Guarded<[RegistryChange]>([])
        private let task: Task<Void, Never>

        init(_ registry: Registry, sweep: Duration? = nil) {
            let changes = sweep.map { registry.changes(sweep: $0) } ?? registry.changes
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

    @Test("Changes by other processes arrive, from the beginning of the group to its end")
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

    @Test("Changes arrive without the regular sweep, even if they happen while the subscription begins")
    func arriveByHints() async throws {
        try group.registry.register(try group.app("inbox"))
        let listener = Listener(group.registry, sweep: .seconds(86_400))
        for badge in 1...50 as ClosedRange<Int64> {
            try group.registry.setBadge(BadgeCount(clamping: badge), of: inbox)
            #expect(await listener.hears(.badge(inbox, BadgeCount(clamping: badge))))
        }
    }

    @Test("Changes by the same process arrive at every listener")
    func arriveEverywhere() async throws {
        let registry = group.registry
        try registry.register(try group.app("inbox"))
        let listeners = [Listener(registry), Listener(registry), Listener(group.registry)]
        try registry.setBadge(3, of: inbox)
        for listener in listeners { #expect(await listener.hears(.badge(inbox, 3))) }
    }

    @Test("Changes end with the task that receives them")
    func end() async throws {
        let registry = group.registry
        try registry.register(try group.app("inbox"))
        let (hasBegun, hasEnded) = (Guarded(false), Guarded(false))
        let task = Task {
            for await _ in registry.changes { hasBegun.withLock { $0 = true } }
            hasEnded.withLock { $0 = true }
        }
        let isHeard = try await comesTrue {
            try registry.addToBadge(1, of: inbox)
            return hasBegun.value
        }
        #expect(isHeard)
        task.cancel()
        #expect(await comesTrue { hasEnded.value })
    }

    @Test("Changes leave neither a descriptor nor a thread behind when the last listener ends")
    func leaveNothing() async throws {
        try group.registry.register(try group.app("inbox"))
        let result = try await BuiltProgram.worker.run("subscribe", "50")
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(result.lines == ["heard 50", "descriptors 0", "threads 0"])
    }

    @Test("Changes arrive from the new registry after it was replaced")
    func surviveReplacement() async throws {
        try group.registry.register(try group.app("inbox"))
        let listener = Listener(group.registry)
        try group.registry.setBadge(1, of: inbox)
        #expect(await listener.hears(.badge(inbox, 1)))
        try await RegistryReplacement.run(in: group) { try $0.setBadge(8, of: inbox) }
        #expect(await listener.hears(.badge(inbox, 8)))
        #expect(try await BuiltProgram.worker.run("badge", "\(inbox)", "9").ending == .exit(0))
        #expect(await listener.hears(.badge(inbox, 9)))
    }

    @Test("Each change arrives once, and none if nothing is different")
    func areNotInvented() async throws {
        let registry = group.registry
        try registry.register(try group.app("inbox"))
        let changes = registry.changes
        _ = try group.registry.apps()
        try registry.setBadge(0, of: inbox)
        try registry.register(try group.app("inbox"))
        try registry.setBadge(2, of: inbox)
        try registry.setSetting("last", to: 1)
        var heard: [RegistryChange] = []
        for await change in changes {
            heard.append(change)
            if change == .setting("last", 1) { break }
        }
        #expect(heard == [.badge(inbox, 2), .setting("last", 1)])
    }
}
