import Accounts
import AppGroup
import ServerTestSupport
import Testing

@testable import CatalogServer

struct SessionStoreTests {
    @Test(arguments: StoreKind.allCases)
    func `A session is found only by the hash of its token`(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind)
        let user = try await fixture.addUser("ada")
        let (token, session) = try await fixture.logIn(user)
        let found = try await fixture.store.session(of: token.hash, alive: .standard, at: fixture.who.moment)
        #expect(found?.0 == session && found?.1 == user)
        #expect(try await fixture.isAlive(SessionToken()) == false)
    }

    @Test(arguments: StoreKind.allCases)
    func `A session is found by its number only among those of its user`(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind)
        let (ada, bob) = (try await fixture.addUser("ada"), try await fixture.addUser("bob"))
        let (session, other) = (try await fixture.logIn(ada).session, try await fixture.logIn(ada).session)
        func found(_ id: Session.ID, of user: User) async throws -> Session? {
            try await fixture.store.session(id, of: user.id, alive: .standard, at: fixture.who.moment)
        }
        #expect(try await found(session.id, of: ada) == session)
        #expect(try await found(other.id, of: ada) == other)
        #expect(try await found(session.id, of: bob) == nil)
    }

    /// Something that ends a session.
    enum Ending: CaseIterable, Sendable {
        case ended, allEnded, othersEnded, disabled, removed, password, idle, tooOld

        func bring(_ session: Session, of user: User, in fixture: StoreFixture) async throws -> Timestamp {
            let (store, who) = (fixture.store, fixture.who)
            switch self {
            case .ended: try await store.endSession(session.id, of: user.id, by: who)
            case .allEnded: #expect(try await store.endSessions(of: user.id, by: who) == 1)
            case .othersEnded:
                let kept = Session.ID(rawValue: "another")
                #expect(try await store.endSessions(of: user.id, except: kept, by: who) == 1)
            case .disabled: try await store.setDisabled(true, user.name, by: who)
            case .removed: try await store.removeUser(user.name, by: who)
            case .password: try await store.setPassword(StoreFixture.hash("new"), of: user.name, by: who)
            case .idle: return who.moment.adding(days: 30)
            case .tooOld:
                for day in stride(from: 20, through: 360, by: 20) {
                    try await store.touch([session.id: who.moment.adding(days: day)])
                }
                #expect(
                    try await store.sessions(of: user.id, alive: .standard, at: who.moment.adding(days: 364)).count == 1
                )
                return who.moment.adding(days: 365)
            }
            return who.moment
        }
    }

    @Test(arguments: StoreKind.allCases, Ending.allCases)
    func `A session that was ended, revoked or expired is no longer accepted`(_ kind: StoreKind, _ ending: Ending)
        async throws
    {
        let fixture = try await StoreFixture(kind)
        let user = try await fixture.addUser("ada")
        let (token, session) = try await fixture.logIn(user)
        #expect(try await fixture.isAlive(token))
        let later = try await ending.bring(session, of: user, in: fixture)
        #expect(try await fixture.isAlive(token, at: later) == false)
        #expect(try await fixture.store.sessions(of: user.id, alive: .standard, at: later).isEmpty)
        #expect(try await fixture.store.session(session.id, of: user.id, alive: .standard, at: later) == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `Changing one's password ends all of one's sessions but the current one`(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind)
        let user = try await fixture.addUser("ada")
        let (mine, other) = (try await fixture.logIn(user), try await fixture.logIn(user))
        let stranger = try await fixture.logIn(try await fixture.addUser("bob"))
        let old = try #require(try await fixture.store.credentials(of: user.name)).password
        try await fixture.store.changePassword(
            old, to: StoreFixture.hash("new"), of: user.name, in: mine.session.id, by: fixture.who)
        #expect(try await fixture.isAlive(mine.token))
        #expect(try await fixture.isAlive(other.token) == false)
        #expect(try await fixture.isAlive(stranger.token))
    }

    @Test(arguments: StoreKind.allCases)
    func `All of a user's sessions but one end at once, and the changes name each of them`(_ kind: StoreKind)
        async throws
    {
        let fixture = try await StoreFixture(kind)
        let (store, user) = (fixture.store, try await fixture.addUser("ada"))
        let mine = try await fixture.logIn(user)
        let others = [try await fixture.logIn(user), try await fixture.logIn(user)]
        let stranger = try await fixture.logIn(try await fixture.addUser("bob"))
        let before = store.notifier.current
        #expect(try await store.endSessions(of: user.id, except: mine.session.id, by: fixture.who) == 2)
        for other in others { #expect(try await fixture.isAlive(other.token) == false) }
        for kept in [mine, stranger] { #expect(try await fixture.isAlive(kept.token)) }

        // Running transfers end with what the changes say.
        let changes = store.notifier.changes(after: before).changes
        for (login, isConcerned) in [(mine, false), (others[0], true), (others[1], true)] {
            #expect(changes.concernsLogin(of: user.id, in: login.session.id) == isConcerned)
        }
        let entries = try await store.auditEntries(limit: 2, before: nil)
        #expect(entries.map(\.action) == ["endSessions", "logIn"])
        #expect(entries.first?.subject == "ada, 2, except \(mine.session.id.rawValue)")

        #expect(try await store.endSessions(of: user.id, except: mine.session.id, by: fixture.who) == 0)
        #expect(try await fixture.isAlive(mine.token))
    }

    @Test(arguments: StoreKind.allCases)
    func `There is no session whose number contains a zero byte`(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind)
        let user = try await fixture.addUser("ada")
        for number in ["\0", "a\0b"] {
            await expect(.notFound) {
                try await fixture.store.endSession(Session.ID(rawValue: number), of: user.id, by: fixture.who)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `A user can't end another user's session`(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind)
        let (token, session) = try await fixture.logIn(try await fixture.addUser("ada"))
        let bob = try await fixture.addUser("bob")
        await expect(.notFound) { try await fixture.store.endSession(session.id, of: bob.id, by: fixture.who) }
        #expect(try await fixture.isAlive(token))
    }

    @Test(arguments: StoreKind.allCases)
    func `A user who was disabled or removed in the meantime can't log in`(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind)
        let (ada, bob) = (try await fixture.addUser("ada"), try await fixture.addUser("bob"))
        try await fixture.store.setDisabled(true, ada.name, by: fixture.who)
        try await fixture.store.removeUser(bob.name, by: fixture.who)
        await expect(.notFound) { try await fixture.logIn(ada) }
        await expect(.notFound) { try await fixture.logIn(bob) }
    }

    @Test(arguments: StoreKind.allCases)
    func `A password that is changed while it is being checked can't be used to log in`(_ kind: StoreKind) async throws
    {
        let fixture = try await StoreFixture(kind)
        let (store, user) = (fixture.store, try await fixture.addUser("ada"))
        let old = try #require(try await store.credentials(of: user.name)).password
        try await store.setPassword(StoreFixture.hash("new"), of: user.name, by: fixture.who)
        let (token, now) = (SessionToken(), fixture.who.moment)
        let session = Session(
            id: Session.ID(rawValue: "late"), user: user.id, client: "a test", created: now, lastUsed: now)
        await expect(.conflict) {
            try await store.addSession(session, token: token.hash, provenBy: old, by: fixture.who)
        }
        #expect(try await fixture.isAlive(token) == false)
        #expect(try await store.sessions(of: user.id, alive: .standard, at: now).isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `Using a session extends it and never shortens it`(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind)
        let user = try await fixture.addUser("ada")
        let (token, session) = try await fixture.logIn(user)
        try await fixture.store.touch([session.id: fixture.who.moment.adding(days: 29)])
        try await fixture.store.touch([session.id: fixture.who.moment.adding(days: 1)])
        #expect(try await fixture.isAlive(token, at: fixture.who.moment.adding(days: 50)))
        #expect(try await fixture.isAlive(token, at: fixture.who.moment.adding(days: 59)) == false)
    }

    @Test(arguments: StoreKind.allCases)
    func `A login beyond the limit ends the sessions that were used least recently, and the audit log says so`(
        _ kind: StoreKind
    ) async throws {
        let fixture = try await StoreFixture(kind)
        let (store, ada, now) = (fixture.store, try await fixture.addUser("ada"), fixture.who.moment)
        let stranger = try await fixture.logIn(try await fixture.addUser("bob"))
        var logins: [(token: SessionToken, session: Session)] = []
        for number in 1...Session.mostOfUser {
            logins.append(try await fixture.logIn(ada, at: Timestamp(milliseconds: now.milliseconds + Int64(number))))
        }
        try await store.touch([logins[0].session.id: now.adding(days: 1)])
        for login in logins { #expect(try await fixture.isAlive(login.token)) }

        let before = store.notifier.current
        // Its server's clock is behind.
        let new = try await fixture.logIn(ada, at: now.adding(days: -1))
        let entries = try await store.auditEntries(limit: 3, before: nil)
        #expect(entries.map(\.action) == ["logIn", "endSessions", "logIn"])
        #expect(entries.dropFirst().first?.subject == "ada, 1, beyond \(Session.mostOfUser)")
        #expect(try await fixture.isAlive(logins[1].token) == false)
        for kept in [new, logins[0], logins[2], stranger] { #expect(try await fixture.isAlive(kept.token)) }
        let changes = store.notifier.changes(after: before).changes
        for (login, isConcerned) in [(logins[0], false), (logins[1], true), (new, false)] {
            #expect(changes.concernsLogin(of: ada.id, in: login.session.id) == isConcerned)
        }

        // As an earlier release may have left them.
        let token = store is SQLiteCatalogStore ? "CAST(id || '+' AS blob)" : "convert_to(id || '+', 'UTF8')"
        let copied = try await store.execute(
            """
            INSERT INTO session (id, token, "user", client, created, lastUsed)
            SELECT id || '+', \(token), "user", client, created, lastUsed FROM session
            """)
        #expect(copied == Session.mostOfUser + 1)
        let listed = try await store.sessions(of: ada.id, alive: .standard, at: now)
        #expect(listed.count == Session.mostOfUser)
        // It is among the oldest, but was used last.
        #expect(listed.contains { $0.id == logins[0].session.id })
        #expect(zip(listed, listed.dropFirst()).allSatisfy { $0.created >= $1.created })
        try await fixture.logIn(ada, at: now.adding(days: 2))
        #expect(try await store.execute("DELETE FROM session") == Session.mostOfUser + 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `Only expired sessions are deleted`(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind)
        let user = try await fixture.addUser("ada")
        let late = try await fixture.logIn(user, at: fixture.who.moment.adding(days: 10))
        let early = try await fixture.logIn(user)
        try await fixture.store.forgetSessions(beyond: .standard, at: fixture.who.moment.adding(days: 35))
        #expect(try await fixture.isAlive(late.token))
        #expect(try await fixture.isAlive(early.token) == false)
    }
}
