import TestSupport
import Testing

@testable import AppGroup

@Suite("Badges", .ownGroup)
struct BadgeTests {
    let group = TestGroup.current

    @Test("Badges can be set, added to and cleared, and every other process sees it")
    func change() throws {
        let app = try group.app("inbox")
        try group.registry.register(app)
        try group.registry.setBadge(5, of: app.id)
        #expect(try group.registry.addToBadge(3, of: app.id) == 8)
        #expect(try group.registry.app(app.id)?.badge == 8)
        #expect(try group.registry.addToBadge(-20, of: app.id) == 0)
        #expect(try group.registry.addToBadge(.max, of: app.id) == .maximum)
        #expect(try group.registry.addToBadge(.min, of: app.id) == .zero)
        try group.registry.setBadge(.zero, of: app.id)
        #expect(try group.registry.totalBadge() == 0)
    }

    @Test("Setting a badge to its current count writes nothing and waits for no lock")
    func areIdempotent() throws {
        let app = try group.app("inbox")
        try group.registry.register(app)
        try group.registry.setBadge(5, of: app.id)
        let before = try group.trace()
        try group.whileLocked { try group.registry.setBadge(5, of: app.id, patience: .zero) }
        #expect(try group.trace() == before)
    }

    @Test("A badge of an unknown app is refused, and the error names the app")
    func needAnApp() throws {
        for call in [
            { try group.registry.setBadge(1, of: "org.example.absent") },
            { try group.registry.addToBadge(1, of: "org.example.absent") },
        ] {
            let error = failure(call)
            #expect(error?.code == .noSuchApp)
            #expect(error?.description.contains("org.example.absent") == true)
        }
    }

    @Test("Badges are summed up over shown apps, without hidden, missing and unregistered ones")
    func areTotalled() throws {
        for (name, badge) in [("a", 1), ("b", 20), ("c", 300), ("d", 4000), ("e", 50_000)] as [(String, BadgeCount)] {
            var app = try group.app(name)
            app.badge = badge
            try group.registry.register(app)
        }
        #expect(try group.registry.totalBadge() == 54_321)
        try group.registry.setHidden(true, of: "org.example.b")
        try group.uninstall("c")
        try group.registry.unregister("org.example.d")
        #expect(try group.registry.totalBadge() == 50_001)
        #expect(try group.registry.apps(including: .all).map(\.badge).reduce(0) { $0 + $1.value } == 54_321)
    }

    @Test("The sum of badges never exceeds the largest badge")
    func areHeld() throws {
        for name in ["a", "b"] {
            var app = try group.app(name)
            app.badge = .maximum
            try group.registry.register(app)
        }
        #expect(try group.registry.totalBadge() == .maximum)
    }

    @Test("No addition is lost if eight processes add to a badge at once")
    func areAtomic() async throws {
        try group.registry.register(try group.app("inbox"))
        let workers = try (0..<8).map { _ in try BuiltProgram.worker.start("add", "org.example.inbox", "25") }
        for worker in workers { #expect(try await worker.result().ending == .exit(0)) }
        #expect(try group.registry.app("org.example.inbox")?.badge == 200)
    }
}
