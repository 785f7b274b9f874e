import TestSupport
import Testing

@testable import AppGroup

@Suite("A member without its place in the group", .ownGroup)
struct LostMembershipTests {
    let group = TestGroup.current
    let failures = MemberTests.Failures()

    func join(_ app: AppDescription) -> Member {
        group.registry.join(app) { [failures] in failures.add($0) }
    }

    @Test("A member that could not register itself still reads the badge and fields that it has in the group")
    func readsWithoutRegistering() throws {
        var app = try group.app("inbox")
        app.badge = 5
        app.fields = ["newest": "Ann"]
        try group.registry.register(app)
        app.version = "2"
        let member = try group.whileLocked { join(app) }
        #expect(!member.isJoined && failures.all.map(\.code) == [.busy])
        #expect(member.badge() == 5 && member.fields() == ["newest": "Ann"] && member.field("newest") == "Ann")
    }

    @Test("A member that its user unregistered knows it, and comes back with its badge if it joins again")
    func isUnregistered() throws {
        let app = try group.app("inbox")
        let member = join(app)
        member.setBadge(3)
        try group.registry.unregister(member.id)
        #expect(!member.isJoined && member.badge() == 0)
        member.setBadge(4)
        #expect(try !member.isJoined && group.registry.apps().isEmpty)
        #expect(join(app).badge() == 4)
        #expect(member.isJoined && failures.all.isEmpty)
    }

    @Test("A member whose app was deleted or moved to another group knows it", arguments: [true, false])
    func isTakenAway(moved: Bool) throws {
        let app = try group.app("inbox")
        let member = join(app)
        #expect(member.isJoined)
        if moved {
            try group.registry(of: "org.example.other").register(app, moving: true)
        } else {
            try group.registry.unregister(app.id)
            try group.registry.prune(try group.registry.prunePlan(graceDays: 0))
        }
        #expect(!member.isJoined && failures.all.isEmpty)
        member.setBadge(3)
        #expect(failures.all.map(\.code) == [.noSuchApp])
        #expect(join(app).isJoined == !moved)
        #expect(failures.all.map(\.code) == [.noSuchApp] + (moved ? [.appTaken] : []))
    }
}
