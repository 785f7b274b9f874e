import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Pruning", .ownGroup)
struct PruningTests {
    let group = TestGroup.current
    let clock = TestClock()
    let inbox: AppID = "org.example.inbox"
    let rooms: AppID = "org.example.rooms"
    var registry: Registry { group.registry(clock: clock) }

    init() throws {
        for name in ["inbox", "rooms"] {
            try group.registry(clock: clock).register(try group.app(name, schemes: [try URLScheme(name)]))
        }
    }

    /// Makes an app missing, and known to be since now.
    func lose(_ name: String) throws {
        try group.uninstall(name)
        try registry.noteAvailability(of: registry.apps(including: .all))
    }

    @Test("If everything is installed, the plan is empty and pruning does nothing")
    func plansNothing() throws {
        let plan = try registry.prunePlan()
        #expect(plan.hidden.isEmpty && plan.deleted.isEmpty && plan.graceDays == 90)
        let before = try group.trace()
        #expect(try !group.whileLocked { try registry.prune(plan, patience: .zero) })
        #expect(try group.trace() == before)
    }

    @Test("Planning what to prune writes nothing")
    func plansWithoutWriting() throws {
        try group.uninstall("inbox")
        let before = try group.trace()
        let plan = try registry.prunePlan()
        #expect(plan.hidden.map(\.app.id) == [inbox] && plan.hidden.map(\.since) == [clock.now])
        #expect(plan.deleted.isEmpty)
        #expect(try group.trace() == before)
    }

    @Test("A missing app is hidden at once, and deleted exactly when the grace period ends", arguments: [90, 7, 1])
    func waits(days: Int) throws {
        try group.uninstall("inbox")
        #expect(try !registry.prune(registry.prunePlan(graceDays: days)))
        #expect(try registry.app(inbox)?.missingSince == clock.now)
        #expect(try registry.apps().map(\.id) == [rooms])
        clock.advance(days: days)
        clock.advance(milliseconds: -1)
        #expect(try registry.prunePlan(graceDays: days).deleted.isEmpty)
        clock.advance(milliseconds: 1)
        let plan = try registry.prunePlan(graceDays: days)
        #expect(plan.deleted.map(\.app.id) == [inbox] && plan.hidden.isEmpty)
        #expect(try !registry.prune(plan))
        #expect(try registry.apps(including: .all).map(\.id) == [rooms])
        #expect(try registry.storage.read { try $0.owner(of: "inbox") } == nil)
    }

    @Test("Without a grace period, a missing app is deleted at once with badge, history and icon")
    func deletesAtOnce() throws {
        var app = try group.app("inbox", schemes: ["inbox"])
        app.icon = .png(ExampleImage.png)
        try registry.register(app)
        _ = try registry.recordOpening(of: inbox, isClaimed: true, patience: .zero)
        let icon = try #require(try registry.app(inbox).flatMap { registry.imagePath(of: $0.record) })
        #expect(FileManager.default.fileExists(atPath: icon))
        try group.uninstall("inbox")
        #expect(try !registry.prune(registry.prunePlan(graceDays: 0)))
        #expect(try registry.app(inbox) == nil)
        #expect(try registry.openings().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: icon))
    }

    @Test("An app that comes back after the plan was made is left alone")
    func leavesTheReturned() throws {
        try group.uninstall("inbox")
        let plan = try registry.prunePlan(graceDays: 0)
        try group.makeProgram("inbox")
        try registry.prune(plan)
        #expect(try registry.app(inbox)?.isShown == true)
    }

    @Test("An app with a grace period that started again after the plan was made is left alone")
    func leavesTheUndone() throws {
        try registry.unregister(inbox)
        try lose("rooms")
        clock.advance(days: 90)
        let plan = try registry.prunePlan()
        #expect(plan.deleted.map(\.app.id) == [inbox, rooms])
        try registry.undoPrune()
        try registry.unregister(inbox)
        try registry.prune(plan)
        #expect(try registry.apps(order: .name, including: .all).map(\.id) == [inbox, rooms])
    }

    @Test("The grace period of an unregistered app counts from the day when it left")
    func countsFromUnregistering() throws {
        try registry.unregister(inbox)
        let day = clock.now
        clock.advance(days: 30)
        try registry.unregister(inbox)
        let plan = try registry.prunePlan(graceDays: 31)
        #expect(plan.hidden.map(\.since) == [day])
        clock.advance(days: 1)
        #expect(try registry.prunePlan(graceDays: 31).deleted.map(\.app.id) == [inbox])
    }

    @Test(
        "A date before the app was last seen comes from a wrong clock, and the grace period counts from when it was seen"
    )
    func distrustsTheDistantPast() throws {
        clock.advance(days: 1)
        _ = try registry.recordOpening(of: inbox, isClaimed: true, patience: .zero)
        let opened = clock.now
        clock.advance(days: 1)
        try group.uninstall("inbox")
        try registry.storage.write { writer in
            var app = try #require(try writer.app(inbox))
            app.missingSince = Timestamp(milliseconds: 86_400_000)
            try writer.save(app)
        }
        let plan = try registry.prunePlan(graceDays: 2)
        #expect(plan.deleted.isEmpty && plan.hidden.map(\.since) == [opened])
        clock.advance(days: 1)
        #expect(try registry.prunePlan(graceDays: 2).deleted.map(\.app.id) == [inbox])
    }

    @Test("A date in the future counts as now and is corrected")
    func distrustsTheFuture() throws {
        try group.uninstall("inbox")
        try registry.storage.write { writer in
            var app = try #require(try writer.app(inbox))
            app.missingSince = Timestamp(milliseconds: .max)
            try writer.save(app)
        }
        #expect(try registry.prunePlan(graceDays: 1).hidden.map(\.since) == [clock.now])
        #expect(try registry.prunePlan(graceDays: 0).deleted.map(\.app.id) == [inbox])
        try registry.prune(registry.prunePlan())
        #expect(try registry.app(inbox)?.missingSince == clock.now)
    }

    @Test("The first program that notices a missing app notes since when, until the app is back")
    func notes() throws {
        try lose("inbox")
        let day = clock.now
        clock.advance(days: 3)
        let before = try group.trace()
        try group.whileLocked { try registry.noteAvailability(of: registry.apps(including: .all)) }
        #expect(try group.trace() == before)
        #expect(try registry.app(inbox)?.missingSince == day)
        try group.makeProgram("inbox")
        try registry.noteAvailability(of: registry.apps(including: .all))
        #expect(try registry.app(inbox)?.missingSince == nil)
        #expect(try group.whileLocked { failure { try self.lose("rooms") } }?.code == .busy)
    }

    @Test("Pruning can be undone within the grace period, for one app or for all", arguments: [true, false])
    func isUndone(named: Bool) throws {
        var app = try group.app("inbox", schemes: ["inbox"])
        app.badge = 3
        try registry.register(app)
        try registry.unregister(inbox)
        try lose("rooms")
        clock.advance(days: 50)
        let restored = try registry.undoPrune(named ? [inbox] : [])
        #expect(restored.map(\.id) == (named ? [inbox] : [inbox, rooms]))
        let back = try #require(try registry.app(inbox))
        #expect(back.isShown && back.badge == 3 && back.unregistered == nil)
        #expect(try registry.app(rooms)?.missingSince == (named ? clock.now.adding(days: -50) : nil))
        // What is still missing has its whole grace period before it again.
        if !named { #expect(try registry.prunePlan(graceDays: 50).deleted.isEmpty) }
        #expect(try registry.undoPrune([inbox]).isEmpty)
    }

    @Test("Undoing fails as a whole if one of the apps is unknown")
    func undoNeedsAnApp() throws {
        try registry.unregister(inbox)
        #expect(failure { try registry.undoPrune([inbox, "a.b"]) }?.code == .noSuchApp)
        #expect(try registry.app(inbox)?.unregistered != nil)
    }

    @Test("Pruning the last app removes the container, and the group can begin again")
    func endsTheGroup() throws {
        let bystander = group.registry
        #expect(try bystander.apps().count == 2)
        for name in ["inbox", "rooms"] { try group.uninstall(name) }
        #expect(try registry.prune(registry.prunePlan(graceDays: 0)))
        #expect(try FileManager.default.contentsOfDirectory(atPath: group.home) == [".\(group.id).lock"])
        #expect(try bystander.apps(including: .all).isEmpty)
        #expect(try Registry.groups(environment: group.environment).isEmpty)
        let app = try group.app("visa")
        try bystander.register(app)
        #expect(try group.registry.apps().map(\.id) == [app.id])
    }

    @Test("Pruning does not remove a group that has an offer")
    func keepsOffers() async throws {
        let sql = "INSERT INTO offers (app, name, source) VALUES ('org.example.visa', 'Visa', 'https://example.org')"
        _ = try await Sqlite3.query(sql)
        for name in ["inbox", "rooms"] { try group.uninstall(name) }
        #expect(try !registry.prune(registry.prunePlan(graceDays: 0)))
        #expect(try registry.apps(including: .all).isEmpty)
        #expect(FileManager.default.fileExists(atPath: group.database))
    }

    @Test("Pruning does not remove a container while a package is unpacked into it")
    func keepsPackages() throws {
        let incoming = try IncomingPackage(in: "\(group.container)/packages")
        for name in ["inbox", "rooms"] { try group.uninstall(name) }
        #expect(try !registry.prune(registry.prunePlan(graceDays: 0)))
        #expect(FileManager.default.fileExists(atPath: incoming.files))
        incoming.discard()
        registry.clearAwayUnusedPackages(patience: .zero)
        #expect(try registry.storage.removeIfEmpty(patience: .zero))
        #expect(!FileManager.default.fileExists(atPath: group.container))
    }
}
