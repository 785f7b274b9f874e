import Accounts
import AppGroup
import GRDB
import ServerTestSupport
import SessionTables
import TestSupport
import Testing

@testable import FundServer

@Suite("How many sessions a user of fund-server may have")
struct SessionLimitTests {
    private let folder: TemporaryFolder
    private let store: FundStore
    private let password: PasswordHash
    private let now = Timestamp(seconds: 1_763_737_200)

    init() throws {
        folder = try TemporaryFolder()
        store = try FundStore(folder: folder.path)
        let cost = try #require(ScryptCost(logarithm: 1, blockSize: 8, parallelism: 1))
        password = try PasswordHash(of: Password(typed: "long enough"), cost: cost)
    }

    private func addUser(_ name: String) async throws -> AccountID {
        let name = try UserName(name)
        try await store.addUser(name, password: password, .addUser, by: .command())
        return try #require(try await store.user(name)).id
    }

    private func logIn(_ id: String, of user: AccountID, at moment: Timestamp) async throws {
        let session = Session(
            id: Session.ID(rawValue: id), user: user, client: "a test", created: moment, lastUsed: moment)
        try await store.addSession(session, token: SessionToken().hash, provenBy: password, by: .command())
    }

    @Test
    func `A login beyond the limit ends the session that was used least recently, and the audit log says so`()
        async throws
    {
        let (ada, ben) = (try await addUser("ada"), try await addUser("ben"))
        try await logIn("of ben", of: ben, at: now.adding(days: -2))
        for number in 1...Session.mostOfUser {
            try await logIn("\(number)", of: ada, at: Timestamp(milliseconds: now.milliseconds + Int64(number)))
        }
        try await store.touch([Session.ID(rawValue: "1"): now.adding(days: 1)])
        let before = store.logins.current
        // The clock was set back.
        try await logIn("new", of: ada, at: now.adding(days: -1))

        let kept = try await store.sessions(of: ada, alive: .standard, at: now).map(\.id.rawValue)
        #expect(Set(kept) == Set(["new", "1"] + (3...Session.mostOfUser).map { "\($0)" }))
        #expect(try await store.sessions(of: ben, alive: .standard, at: now).count == 1)
        let entries = try await store.read { database in
            try String.fetchAll(database, sql: "SELECT subject FROM audit WHERE action = 'endSessions'")
        }
        #expect(entries == ["1, beyond \(Session.mostOfUser)"])
        // So the ended session is not remembered.
        let changes = store.logins.changes(after: before).changes
        #expect(changes.concernsLogin(of: ada, in: Session.ID(rawValue: "2")))
        #expect(!changes.concernsLogin(of: ben, in: Session.ID(rawValue: "of ben")))
        try store.close()
    }
}
