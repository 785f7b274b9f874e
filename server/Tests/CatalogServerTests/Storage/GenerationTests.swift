import Accounts
import AppCatalog
import AppGroup
import Testing

@testable import CatalogServer

struct GenerationTests {
    /// Something that changes what a user has access to.
    enum Change: CaseIterable, Sendable {
        case disable, role, removeUser, join, leave, removeTeam, grant, regrant, revoke, publish, terms, removeRelease
        case endSession, endSessions, password
    }

    @Test(arguments: StoreKind.allCases, Change.allCases)
    func `Every change of access raises the generation`(_ kind: StoreKind, _ change: Change)
        async throws
    {
        let fixture = try await StoreFixture(kind, users: ["ada", "bob"])
        let (store, who, sales) = (fixture.store, fixture.who, try TeamName("sales"))
        let ada = try #require(try await store.user(named: UserName("ada")))
        _ = try await store.addTeam(sales, by: who)
        try await store.addMember(UserName("bob"), to: sales, by: who)
        let session = try await fixture.logIn(ada).session
        let grant = try await store.addGrant(of: .everything, to: .everyone, channel: .stable, by: who).grant
        let release = try await store.publish(StoreFixture.contents(), terms: StoreFixture.terms, by: who).release
        let before = try await store.generation()
        switch change {
        case .disable: try await store.setDisabled(true, ada.name, by: who)
        case .role: try await store.setRole(.publisher, of: ada.name, by: who)
        case .removeUser: try await store.removeUser(ada.name, by: who)
        case .join: try await store.addMember(ada.name, to: sales, by: who)
        case .leave: try await store.removeMember(UserName("bob"), from: sales, by: who)
        case .removeTeam: try await store.removeTeam(sales, by: who)
        case .grant: _ = try await store.addGrant(of: .everything, to: .user(ada.name), channel: .beta, by: who)
        case .regrant: _ = try await store.addGrant(of: .everything, to: .everyone, channel: .beta, by: who)
        case .revoke: try await store.removeGrant(grant.id, by: who)
        case .publish:
            _ = try await store.publish(
                StoreFixture.contents(version: "2", digest: "b"), terms: StoreFixture.terms, by: who)
        case .terms:
            _ = try await store.changeTerms(of: release.id, TermsChange(channel: .beta), by: who)
        case .removeRelease: try await store.removeRelease(release.id, by: who)
        case .endSession: try await store.endSession(session.id, of: ada.id, by: who)
        case .endSessions: _ = try await store.endSessions(of: ada.id, by: who)
        case .password: try await store.setPassword(StoreFixture.hash("new"), of: ada.name, by: who)
        }
        #expect(try await store.generation() > before)
    }

    @Test(arguments: StoreKind.allCases)
    func `Logging in, using a session and downloading keep the generation, so that caches stay valid`(_ kind: StoreKind)
        async throws
    {
        let fixture = try await StoreFixture(kind)
        let user = try await fixture.addUser("ada")
        let before = try await fixture.store.generation()
        let session = try await fixture.logIn(user).session
        try await fixture.store.touch([session.id: fixture.who.moment.adding(days: 1)])
        try await fixture.store.forgetSessions(beyond: .standard, at: fixture.who.moment)
        try await fixture.store.record(.download, "x", by: fixture.who)
        #expect(try await fixture.store.generation() == before)
    }

    @Test func `Changes that are read twice, or in part, count once`() {
        let notifier = ChangeNotifier<Changes>(Generation(rawValue: 5))
        let packages: [AppID] = ["com.example.a", "com.example.b", "com.example.c"]
        func advance(after: Int64, _ packages: ArraySlice<AppID>) {
            notifier.advance(
                by: ChangeList(
                    after: Generation(rawValue: after), through: Generation(rawValue: after + Int64(packages.count)),
                    changes: packages.map { .releases(of: $0) }))
        }
        advance(after: 5, packages[0..<2])
        advance(after: 5, packages[0..<1])
        advance(after: 6, packages[1..<3])
        #expect(notifier.current.rawValue == 8)
        for missed in 0...3 {
            let known = Generation(rawValue: 8 - Int64(missed))
            #expect(notifier.changes(after: known).changes.packages == Set(packages.suffix(missed)))
        }
        #expect(notifier.changes(after: Generation(rawValue: 4)).changes.isUnknown)
        advance(after: 9, packages[0..<1])
        #expect(notifier.changes(after: Generation(rawValue: 8)).changes.isUnknown)
        #expect(!notifier.changes(after: Generation(rawValue: 10)).changes.isUnknown)
    }

    @Test func `A waiting reader gets only the newest generation, and only once`() async {
        let notifier = ChangeNotifier<Changes>(Generation(rawValue: 1))
        var changes = notifier.changes().makeAsyncIterator()
        for number in [3, 2, 3, 5] as [Int64] { notifier.advance(to: Generation(rawValue: number)) }
        #expect(notifier.current.rawValue == 5)
        #expect(await changes.next()?.rawValue == 5)
        notifier.advance(to: Generation(rawValue: 6))
        #expect(await changes.next()?.rawValue == 6)
    }
}
