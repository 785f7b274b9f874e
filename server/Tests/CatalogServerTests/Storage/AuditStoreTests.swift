import AppCatalog
import ServerTestSupport
import Testing

@testable import CatalogServer

struct AuditStoreTests {
    @Test(arguments: StoreKind.allCases)
    func `The audit log lists in pages who did what, when and from where`(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind, users: ["ada", "bob"])
        try await fixture.store.record(.download, "com.example.rooms 1.0\n\"", by: fixture.who)
        let entries = try await fixture.store.auditEntries(limit: 2, before: nil)
        #expect(entries.map(\.action) == ["download", "addUser"])
        #expect(entries.first?.subject == "com.example.rooms 1.0\n\"")
        #expect(entries.first?.attribution == fixture.who)
        let older = try await fixture.store.auditEntries(limit: 2, before: entries.last?.id)
        #expect(older.map(\.subject) == ["ada, user"])
    }

    @Test(arguments: StoreKind.allCases)
    func `The audit log also lists actions that only a newer release knows`(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind, users: ["ada"])
        try await fixture.store.execute(
            "INSERT INTO audit (moment, actor, action, subject) VALUES (1, 'ada', 'renameTeam', 'sales')")
        let entries = try await fixture.store.auditEntries(limit: 9, before: nil)
        #expect(entries.map(\.action) == ["renameTeam", "addUser"])
        #expect(entries.map(\.subject) == ["sales", "ada, user"])
    }

    @Test(arguments: StoreKind.allCases)
    func `A change that failed is not in the audit log`(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind, users: ["ada"])
        await expect(.taken) { try await fixture.addUser("ada") }
        await expect(.notFound) { try await fixture.store.removeUser(UserName("bob"), by: fixture.who) }
        #expect(try await fixture.store.auditEntries(limit: 9, before: nil).count == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `The audit log says whose session began and ended, and which one it was`(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind)
        let bob = try await fixture.addUser("bob")
        let id = try await fixture.logIn(bob).session.id
        try await fixture.store.endSession(id, of: bob.id, by: fixture.who)
        _ = try await fixture.store.endSessions(of: bob.id, by: fixture.who)
        let entries = try await fixture.store.auditEntries(limit: 3, before: nil)
        #expect(entries.map(\.action) == ["endSessions", "logOut", "logIn"])
        #expect(entries.map(\.subject) == ["bob, 0", "bob, \(id.rawValue)", "\(id.rawValue), a test"])
    }

    @Test(arguments: StoreKind.allCases)
    func `The audit log names each of a release's terms that changed`(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind)
        let release = try await fixture.store.publish(
            StoreFixture.contents(), terms: StoreFixture.terms, by: fixture.who
        ).release
        let half = try Rollout(percent: 50)
        let changes: [(TermsChange, String)] = [
            (TermsChange(notes: "x"), "stable, 100 %, new notes"),
            (TermsChange(offer: .withdrawn(reason: "Loses data.")), "Loses data."),
            (TermsChange(channel: .beta), "beta, 100 %; withdrawn: Loses data."),
            (TermsChange(offer: .restored), "beta, 100 %"),
            (
                TermsChange(channel: .stable, rollout: half, notes: "y", offer: .withdrawn(reason: "why")),
                "stable, 50 %, new notes; withdrawn: why"
            ),
        ]
        for (change, news) in changes {
            _ = try await fixture.store.changeTerms(of: release.id, change, by: fixture.who)
            let entry = try await fixture.store.auditEntries(limit: 1, before: nil).first
            #expect(entry?.subject == "\(release.contents.label): \(news)")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `The audit log names the memberships and grants that end with a user or a team`(_ kind: StoreKind) async throws
    {
        let fixture = try await StoreFixture(kind, users: ["ada", "bob"])
        let (store, who, sales) = (fixture.store, fixture.who, try TeamName("sales"))
        let (ada, bob) = (try UserName("ada"), try UserName("bob"))
        _ = try await store.addTeam(sales, members: [ada, bob], by: who)
        _ = try await store.addGrant(of: .everything, to: .user(ada), channel: .beta, by: who)
        _ = try await store.addGrant(of: .package("com.example.rooms"), to: .team(sales), channel: .stable, by: who)
        _ = try await store.addGrant(of: .everything, to: .everyone, channel: .stable, by: who)
        try await store.removeUser(ada, by: who)
        try await store.removeTeam(sales, by: who)
        let entries = try await store.auditEntries(limit: 6, before: nil)
        #expect(
            entries.reversed().map { "\($0.action) \($0.subject)" } == [
                "removeMember sales, ada", "removeGrant everything (beta) to user:ada", "removeUser ada",
                "removeMember sales, bob", "removeGrant com.example.rooms (stable) to team:sales", "removeTeam sales",
            ])
    }
}
