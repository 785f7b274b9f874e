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
    var family: Registry { group.registry(clock: clock) }

    init() throws {
        for name in ["inbox", "rooms"] {
            try group.registry(clock: clock).register(try group.app(name, schemes: [try URLScheme(name)]))
        }
    }

    /// Makes an app missing, and known to be since now.
    func lose(_ name: String) throws {
        try group.uninstall(name)
        try family.noteAvailability(of: family.apps(including: .all))
    }

    @Test("plans nothing where everything is installed, and carrying that out does nothing")
    func plansNothing() throws {
        let plan = try family.prunePlan()
        #expect(plan.hidden.isEmpty && plan.deleted.isEmpty && plan.graceDays == 90)
        let before = try group.trace()
        #expect(try !group.whileLocked { try family.prune(plan, patience: .zero) })
        #expect(try group.trace() == before)
    }

    @Test("plans without writing")
    func plansWithoutWriting() throws {
        try group.uninstall("inbox")
        let before = try group.trace()
        let plan = try family.prunePlan()
        #expect(plan.hidden.map(\.app.id) == [inbox] && plan.hidden.map(\.since) == [clock.now])
        #expect(plan.deleted.isEmpty)
        #expect(try group.trace() == before)
    }

    @Test("hides at once, and deletes when the grace period has ended, not a moment before", arguments: [90, 7, 1])
    func waits(days: Int) throws {
        try group.uninstall("inbox")
        #expect(try !family.prune(family.prunePlan(graceDays: days)))
        #expect(try family.app(inbox)?.missingSince == clock.now)
        #expect(try family.apps().map(\.id) == [rooms])
        clock.advance(days: days)
        clock.advance(milliseconds: -1)
        #expect(try family.prunePlan(graceDays: days).deleted.isEmpty)
        clock.advance(milliseconds: 1)
        let plan = try family.prunePlan(graceDays: days)
        #expect(plan.deleted.map(\.app.id) == [inbox] && plan.hidden.isEmpty)
        #expect(try !family.prune(plan))
        #expect(try family.apps(including: .all).map(\.id) == [rooms])
        #expect(try family.storage.read { try $0.owner(of: "inbox") } == nil)
    }

    @Test("without grace deletes at once what it finds missing, with badge, history and icon")
    func deletesAtOnce() throws {
        var app = try group.app("inbox", schemes: ["inbox"])
        app.icon = .png(ExampleImage.png)
        try family.register(app)
        _ = try family.recordOpening(of: inbox, isClaimed: true, patience: .zero)
        let icon = try #require(try family.app(inbox).flatMap { family.imagePath(of: $0.record) })
        #expect(FileManager.default.fileExists(atPath: icon))
        try group.uninstall("inbox")
        #expect(try !family.prune(family.prunePlan(graceDays: 0)))
        #expect(try family.app(inbox) == nil)
        #expect(try family.openings().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: icon))
    }

    @Test("leaves an app alone that came back between plan and deed")
    func leavesTheReturned() throws {
        try group.uninstall("inbox")
        let plan = try family.prunePlan(graceDays: 0)
        try group.makeProgram("inbox")
        try family.prune(plan)
        #expect(try family.app(inbox)?.isShown == true)
    }

    @Test("leaves an app alone whose grace period began anew between plan and deed")
    func leavesTheUndone() throws {
        try family.unregister(inbox)
        try lose("rooms")
        clock.advance(days: 90)
        let plan = try family.prunePlan()
        #expect(plan.deleted.map(\.app.id) == [inbox, rooms])
        try family.undoPrune()
        try family.unregister(inbox)
        try family.prune(plan)
        #expect(try family.apps(order: .name, including: .all).map(\.id) == [inbox, rooms])
    }

    @Test("counts from the day when an app took itself out")
    func countsFromUnregistering() throws {
        try family.unregister(inbox)
        let day = clock.now
        clock.advance(days: 30)
        try family.unregister(inbox)
        let plan = try family.prunePlan(graceDays: 31)
        #expect(plan.hidden.map(\.since) == [day])
        clock.advance(days: 1)
        #expect(try family.prunePlan(graceDays: 31).deleted.map(\.app.id) == [inbox])
    }

    @Test("takes a date in the future for now, and puts it right")
    func distrustsTheFuture() throws {
        try group.uninstall("inbox")
        try family.storage.write { writer in
            var app = try #require(try writer.app(inbox))
            app.missingSince = Timestamp(milliseconds: .max)
            try writer.save(app)
        }
        #expect(try family.prunePlan(graceDays: 1).hidden.map(\.since) == [clock.now])
        #expect(try family.prunePlan(graceDays: 0).deleted.map(\.app.id) == [inbox])
        try family.prune(family.prunePlan())
        #expect(try family.app(inbox)?.missingSince == clock.now)
    }

    @Test("knows since when an app is missing from the first that noticed, and forgets it when the app is back")
    func notes() throws {
        try lose("inbox")
        let day = clock.now
        clock.advance(days: 3)
        let before = try group.trace()
        try group.whileLocked { try family.noteAvailability(of: family.apps(including: .all)) }
        #expect(try group.trace() == before)
        #expect(try family.app(inbox)?.missingSince == day)
        try group.makeProgram("inbox")
        try family.noteAvailability(of: family.apps(including: .all))
        #expect(try family.app(inbox)?.missingSince == nil)
        #expect(try group.whileLocked { failure { try self.lose("rooms") } }?.code == .busy)
    }

    @Test("is undone within the grace period, for one app or for all", arguments: [true, false])
    func isUndone(named: Bool) throws {
        var app = try group.app("inbox", schemes: ["inbox"])
        app.badge = 3
        try family.register(app)
        try family.unregister(inbox)
        try lose("rooms")
        clock.advance(days: 50)
        let restored = try family.undoPrune(named ? [inbox] : [])
        #expect(restored.map(\.id) == (named ? [inbox] : [inbox, rooms]))
        let back = try #require(try family.app(inbox))
        #expect(back.isShown && back.badge == 3 && back.unregistered == nil)
        #expect(try family.app(rooms)?.missingSince == (named ? clock.now.adding(days: -50) : nil))
        // What is still missing has its whole grace period before it again.
        if !named { #expect(try family.prunePlan(graceDays: 50).deleted.isEmpty) }
        #expect(try family.undoPrune([inbox]).isEmpty)
    }

    @Test("is not undone for an app that nobody knows, nor for the others then")
    func undoNeedsAnApp() throws {
        try family.unregister(inbox)
        #expect(failure { try family.undoPrune([inbox, "a.b"]) }?.code == .noSuchApp)
        #expect(try family.app(inbox)?.unregistered != nil)
    }

    @Test("of the last app ends the group: its container goes, and the group can begin again")
    func endsTheGroup() throws {
        let bystander = group.registry
        #expect(try bystander.apps().count == 2)
        for name in ["inbox", "rooms"] { try group.uninstall(name) }
        #expect(try family.prune(family.prunePlan(graceDays: 0)))
        #expect(try FileManager.default.contentsOfDirectory(atPath: group.home) == [".\(group.id).lock"])
        #expect(try bystander.apps(including: .all).isEmpty)
        #expect(try Registry.groups(environment: group.environment).isEmpty)
        let app = try group.app("visa")
        try bystander.register(app)
        #expect(try group.registry.apps().map(\.id) == [app.id])
    }

    @Test("does not end a group in which a store client offers something")
    func keepsOffers() async throws {
        let sql = "INSERT INTO offers (app, name, source) VALUES ('org.example.visa', 'Visa', 'https://example.org')"
        #expect(try await RunningProcess.run("/usr/bin/env", ["sqlite3", group.database, sql]).ending == .exit(0))
        for name in ["inbox", "rooms"] { try group.uninstall(name) }
        #expect(try !family.prune(family.prunePlan(graceDays: 0)))
        #expect(try family.apps(including: .all).isEmpty)
        #expect(FileManager.default.fileExists(atPath: group.database))
    }

    @Test("does not end a group into whose container a package is being unpacked")
    func keepsPackages() throws {
        let incoming = try IncomingPackage(in: "\(group.container)/packages")
        for name in ["inbox", "rooms"] { try group.uninstall(name) }
        #expect(try !family.prune(family.prunePlan(graceDays: 0)))
        #expect(FileManager.default.fileExists(atPath: incoming.files))
        incoming.discard()
        family.clearAwayUnusedPackages(patience: .zero)
        #expect(try family.storage.removeIfEmpty(patience: .zero))
        #expect(!FileManager.default.fileExists(atPath: group.container))
    }
}
