import TestSupport
import Testing

@testable import AppGroup

@Suite("The list of groups", .ownGroup)
struct GroupListTests {
    let group = TestGroup.current

    /// Collects the lists until the test ends.
    private final class Listener: Sendable {
        private let heard = Guarded<[[GroupID]]>([])
        private let task: Task<Void, Never>

        init(sweep: Duration) {
            let lists = Registry.groupLists(environment: TestGroup.current.environment, sweep: sweep)
            task = Task { [heard] in
                for await list in lists { heard.withLock { $0.append(list) } }
            }
        }

        deinit { task.cancel() }

        /// Whether the last list that was heard becomes this one.
        func hears(_ list: [GroupID]) async -> Bool { await comesTrue { heard.value.last == list } }
    }

    @Test(
        "The list of groups arrives at once, and again when a group begins or ends, by hints alone and by the sweep alone",
        arguments: [86_400, 0.1])
    func follows(seconds: Double) async throws {
        let other: GroupID = "org.example.other"
        let listener = Listener(sweep: .seconds(seconds))
        try #require(await listener.hears([]))
        try group.registry.register(try group.app("inbox"))
        try #require(await listener.hears([group.id]))
        try group.registry.setBadge(3, of: "org.example.inbox")
        try group.registry(of: other).register(try group.app("rooms"))
        try #require(await listener.hears([group.id, other]))
        try group.registry.unregister("org.example.inbox")
        try group.registry.prune(group.registry.prunePlan(graceDays: 0))
        try #require(await listener.hears([other]))
    }
}
