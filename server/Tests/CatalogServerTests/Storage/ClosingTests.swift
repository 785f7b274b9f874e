import AppCatalog
import Foundation
import GRDB
import ServerTestSupport
import TestSupport
import Testing

@testable import CatalogServer
@testable import Serving

/// What the processes that used a catalog in SQLite leave in its file, and what in its write-ahead log.
struct ClosingTests {
    /// How many bytes the log has.
    private func logSize(of database: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: database + "-wal")[.size] as? Int)
    }

    /// The teams in a copy of the file alone, as a person makes one who does not know of the log.
    private func teamsInCopy(of database: String) async throws -> [String] {
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(
            atPath: database, toPath: "\(folder.path)/\(SQLiteCatalogStore.fileName)")
        let copy = try SQLiteCatalogStore(folder: folder.path, group: nil)
        let names = try await copy.teams().map { "\($0.name)" }
        try await copy.close()
        return names
    }

    private func addTeam(_ name: String, to store: SQLiteCatalogStore) async throws {
        _ = try await store.addTeam(TeamName(name), by: ScratchCatalog.who)
    }

    @Test func `The file of a catalog that its server closed is complete without its log`() async throws {
        let scratch = try ScratchCatalog()
        try await addTeam("sales", to: scratch.store)
        #expect(try logSize(of: scratch.database) > 0)
        try await scratch.store.close(emptyingLog: true)
        #expect(try logSize(of: scratch.database) == 0)
        #expect(try await teamsInCopy(of: scratch.database) == ["sales"])
    }

    @Test func `If somebody is reading when a catalog is closed, the log stays, and nothing is lost`() async throws {
        let scratch = try ScratchCatalog()
        try await addTeam("first", to: scratch.store)
        var configuration = LockedDatabase.configuration("reader")
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: scratch.database, configuration: configuration)
        func count(after statement: String = "") throws -> Int? {
            try reader.writeWithoutTransaction { database in
                try database.execute(sql: statement)
                return try Int.fetchOne(database, sql: "SELECT count(*) FROM team")
            }
        }
        #expect(try count(after: "BEGIN") == 1)
        try await addTeam("second", to: scratch.store)
        try await scratch.store.close(emptyingLog: true)
        #expect(try logSize(of: scratch.database) > 0)
        #expect(try count() == 1)
        #expect(try count(after: "COMMIT") == 2)
        try reader.close()
        let again = try SQLiteCatalogStore(folder: scratch.folder, group: nil)
        #expect(try await again.teams().count == 2)
        try await again.close(emptyingLog: true)
        #expect(try await teamsInCopy(of: scratch.database) == ["first", "second"])
    }

    @Test(arguments: [false, true])
    func `A catalog can be closed while another process holds the lock, and the log stays`(_ emptiesLog: Bool)
        async throws
    {
        let scratch = try ScratchCatalog()
        try await addTeam("sales", to: scratch.store)
        let lock = Serving.WriterLock(path: "\(scratch.folder)/.\(SQLiteCatalogStore.fileName).lock")
        try lock.holding { try scratch.store.database.close(emptyingLog: emptiesLog) }
        #expect(try logSize(of: scratch.database) > 0)
        let again = try SQLiteCatalogStore(folder: scratch.folder, group: nil)
        #expect(try await again.teams().count == 1)
        try await again.close()
    }

    @Test func `A command leaves the log as it is, and a server that is stopped empties it, whatever happened before`()
        async throws
    {
        let folder = try TemporaryFolder()
        let database = "\(folder.path)/data/\(SQLiteCatalogStore.fileName)"
        func addTeam(_ name: String) async throws {
            let added = try await ServerProcess.command(in: folder, "team", "add", name)
            #expect(added.status == 0, "\(added)")
        }
        let killed = try await ServerProcess(in: folder)
        try await addTeam("during")
        #expect(killed.end(SIGKILL) == 128 + SIGKILL)
        let before = try logSize(of: database)
        try await addTeam("later")
        #expect(try logSize(of: database) > before)

        let token = try await StoreFixture.logIn("ada", role: .administrator, in: folder)
        let server = try await ServerProcess(in: folder)
        let answer = try await server.curl(
            "/v1/admin/teams", "--data", #"{"name": "served"}"#, "--header", "Authorization: Bearer \(token.text)")
        #expect(answer.status == 201, "\(answer)")
        #expect(server.end(SIGTERM) == 0)
        #expect(try logSize(of: database) == 0)
        #expect(try await teamsInCopy(of: database) == ["during", "later", "served"])
    }
}
