import AppGroup
import TestSupport
import Testing

@Suite("A registry with a custom storage", .ownGroup)
struct OwnStorageTests {
    @Test("A registry works with a custom storage")
    func lives() throws {
        let group = TestGroup.current
        let registry = Registry(group: group.id, storage: Shelf(), environment: group.environment)
        let program = try group.makeProgram("inbox")
        let app = AppDescription(
            id: "org.example.inbox", name: "Inbox", icon: .svg(ExampleImage.svg), schemes: ["inbox"],
            launch: .terminal(program))
        #expect(try registry.register(app).isNew)
        #expect(try !registry.register(app).changed)
        try registry.setBadge(3, of: app.id)
        try registry.addToField("n", by: 4, of: app.id)
        try registry.setSetting("theme", to: "dark")
        let member = registry.join(app)
        member.recordOpening()
        let found = try #require(try registry.apps().first)
        #expect(found.badge == 3 && found.fields == ["n": 4] && found.usage.count == 1)
        #expect(try registry.image(of: found.record) == ExampleImage.svg)
        #expect(try registry.canOpen("inbox:message"))
        #expect(try registry.totalBadge() == 3 && registry.totalField("n") == 4)
        #expect(registry.containerPath == nil && registry.imagePath(of: found.record) == nil)
        try registry.unregister(app.id)
        #expect(try registry.apps().isEmpty)
        #expect(try registry.undoPrune().map(\.id) == [app.id])
        try registry.unregister(app.id)
        #expect(try !registry.prune(registry.prunePlan(graceDays: 0)))
        #expect(try registry.apps(including: .all).isEmpty)
        #expect(try registry.setting("theme") == "dark")
    }

    @Test("Changes arrive from a storage that gives no hints")
    func tellsChanges() async throws {
        let registry = Registry(
            group: TestGroup.current.id, storage: Shelf(), environment: TestGroup.current.environment)
        let changes = registry.changes
        try registry.setSetting("theme", to: "dark")
        let first = await changes.first { _ in true }
        #expect(first == .setting("theme", "dark"))
    }
}
