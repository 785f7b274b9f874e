import Accounts
import AppGroup
import GRDB
import ServerTestSupport
import Serving
import SessionTables
import TestSupport
import Testing

@testable import FundServer

@Suite("Which changes of the database end what fund-server knows of sessions")
struct LoginLogTests {
    /// A store as the server has it, the same one as a command in another process has it, and a session.
    private struct Server: Sendable {
        private let folder: TemporaryFolder
        private let hasher = PasswordHasher(width: 1)
        private let log: LoginLog<FundStore>
        private let authenticator: Authenticator<User, LoginChanges>
        private let token = SessionToken()
        let store: FundStore
        let command: FundStore
        let name: UserName
        let user: User
        let session: Session

        init() async throws {
            folder = try TemporaryFolder()
            (store, command) = (try FundStore(folder: folder.path), try FundStore(folder: folder.path))
            log = LoginLog(store)
            authenticator = Authenticator(
                store: store, changes: store.logins, hasher: hasher, limits: LoginLimits(), lifetime: .standard)
            name = try UserName("ada")
            let password = try LoginLogTests.hash()
            try await store.addUser(name, password: password, .addUser, by: .command())
            user = try #require(try await store.user(name))
            session = Session(
                id: Session.ID(rawValue: "one"), user: user.id, client: "a test", created: .now, lastUsed: .now)
            try await store.addSession(session, token: token.hash, provenBy: password, by: .command())
            try await log.catchUp()
        }

        /// Notices changes as ``DatabaseWatch`` does, and tells whether the session lasts.
        func isLoggedIn() async throws -> Bool {
            try await log.catchUp()
            return try await authenticator.identity(of: token) != nil
        }

        /// How often a session was read from the database.
        var readings: Int { authenticator.cacheUsage.misses }

        func close() async throws {
            await hasher.shutDown()
            try command.close()
            try store.close()
        }
    }

    private static func hash() throws -> PasswordHash {
        let cost = try #require(ScryptCost(logarithm: 1, blockSize: 8, parallelism: 1))
        return try PasswordHash(of: Password(typed: "long enough"), cost: cost)
    }

    @Test func `A session isn't read again after a change of a fund and a new account`() async throws {
        let server = try await Server()
        #expect(try await server.isLoggedIn())
        #expect(server.readings == 1)
        let change = SyncChange(kind: .fund, id: ObjectID(feed: "1"), base: 0, content: .fund(.init(name: "Equity")))
        _ = try await Syncing(store: server.store, limits: AccountLimits()).apply([change], of: server.user.id)
        #expect(try await server.isLoggedIn())
        let other = try UserName("ben")
        try await server.command.addUser(other, password: try Self.hash(), .addUser, by: .command())
        #expect(try await server.isLoggedIn())
        #expect(server.readings == 1)
        try await server.close()
    }

    /// What another process can do to end a session.
    enum Ending: CaseIterable {
        case disable, setPassword, remove, logOut, logOutEverywhere
    }

    @Test(arguments: Ending.allCases)
    func `A session that another process ends is forgotten once the change is noticed`(_ ending: Ending) async throws {
        let server = try await Server()
        #expect(try await server.isLoggedIn())
        let (command, user) = (server.command, server.user.id)
        switch ending {
        case .disable: try await command.setDisabled(true, server.name, by: .command())
        case .setPassword: try await command.setPassword(try Self.hash(), of: server.name, by: .command())
        case .remove: try await command.removeUser(server.name, by: .command())
        case .logOut: try await command.endSession(server.session.id, of: user, by: .command())
        case .logOutEverywhere: _ = try await command.endSessions(of: user, by: .command())
        }
        #expect(try await !server.isLoggedIn())
        try await server.close()
    }

    @Test func `A session lasts when another process ends all of its user's other sessions`() async throws {
        let server = try await Server()
        #expect(try await server.isLoggedIn())
        let (store, user) = (server.store, server.user.id)
        let password = try #require(try await store.credentials(of: server.name)).password
        let other = Session(
            id: Session.ID(rawValue: "two"), user: user, client: "a test", created: .now, lastUsed: .now)
        try await store.addSession(other, token: SessionToken().hash, provenBy: password, by: .command())
        #expect(try await server.command.endSessions(of: user, except: server.session.id, by: .command()) == 1)
        #expect(try await server.isLoggedIn())
        #expect(try await store.session(other.id, of: user, alive: .standard, at: .now) == nil)
        try await server.close()
    }

    @Test func `A session is read again after an action that this program doesn't know`() async throws {
        let server = try await Server()
        #expect(try await server.isLoggedIn())
        try await server.command.write { database in
            try database.execute(
                sql: "INSERT INTO audit (moment, actor, action, subject) VALUES (0, 'other', 'exchangeSessions', '')")
        }
        #expect(try await server.isLoggedIn())
        #expect(server.readings == 2)
        try await server.close()
    }
}
