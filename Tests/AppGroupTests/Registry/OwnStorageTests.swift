import AppGroup
import TestSupport
import Testing

@Suite("A family in a storage of one's own", .ownGroup)
struct OwnStorageTests {
    @Test("lives as any other does")
    func lives() throws {
        let group = TestGroup.current
        let family = Registry(group: group.id, storage: Shelf(), environment: group.environment)
        let program = try group.makeProgram("inbox")
        let app = RegisteredApp(
            id: "org.example.inbox", name: "Inbox", icon: .svg(ExampleImage.svg), schemes: ["inbox"],
            launch: .terminal(program))
        #expect(try family.register(app).isNew)
        #expect(try !family.register(app).changed)
        try family.setBadge(3, of: app.id)
        try family.addToField("n", 4, of: app.id)
        try family.setSetting("theme", to: "dark")
        let member = family.join(app)
        member.recordOpening()
        let found = try #require(try family.apps().first)
        #expect(found.badge == 3 && found.fields == ["n": 4] && found.usage.count == 1)
        #expect(try family.image(of: found.record) == ExampleImage.svg)
        #expect(try family.canOpen("inbox:message"))
        #expect(try family.totalBadge() == 3 && family.totalField("n") == 4)
        #expect(family.containerPath == nil && family.imagePath(of: found.record) == nil)
        try family.unregister(app.id)
        #expect(try family.apps().isEmpty)
        #expect(try family.undoPrune().map(\.id) == [app.id])
        try family.unregister(app.id)
        #expect(try !family.prune(family.prunePlan(graceDays: 0)))
        #expect(try family.apps(including: .all).isEmpty)
        #expect(try family.setting("theme") == "dark")
    }

    @Test("tells its changes, though its storage gives no hint")
    func tellsChanges() async throws {
        let family = Registry(group: TestGroup.current.id, storage: Shelf(), environment: TestGroup.current.environment)
        let changes = family.changes
        try family.setSetting("theme", to: "dark")
        let first = await changes.first { _ in true }
        #expect(first == .setting("theme", "dark"))
    }
}
