import AppGroup
import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import CatalogServer

@Suite("A crash of the database", .timeLimit(.minutes(20)))
struct CrashTests {
    /// What a server is told of a database, directly or through a pooler.
    private func options(_ database: PostgresInstance, _ url: String, _ isPooled: Bool) async throws -> [String] {
        guard isPooled else { return ["--database", url] }
        let port = try await database.startPooler()
        return ["--database", url.replacing(":\(database.port)/", with: ":\(port)/"), "--database-pooler"]
    }

    @Test(arguments: [false, true])
    func
        `If PostgreSQL is killed under load and is back after 5 s, no request fails and no acknowledged change is lost or made twice`(
            isPooled: Bool
        ) async throws
    {
        let database = try await PostgresInstance(.debian15, isDurable: true)
        let direct = try await database.makeDatabase()
        let options = try await options(database, direct, isPooled)
        let server = try await RunningServer(options: options, database: direct)
        let ada = try await server.addUser("ada", role: .administrator)
        _ = try await LoadTally.duringOutage(
            workers: 6, at: server.url, as: ada.header, crash: { database.crash() },
            start: { try await database.start() }, query: { try await database.query($0, in: direct) })
    }

    @Test func `While PostgreSQL is away, requests get 503 with Retry-After, and afterwards they work again`()
        async throws
    {
        let database = try await PostgresInstance(.debian15, isDurable: true)
        let url = try await database.makeDatabase()
        let server = try await RunningServer(options: ["--database", url], database: url)
        let ada = try await server.addUser("ada", role: .administrator)
        database.crash()
        let answer = try await server.curl(ada.header, "/v1/admin/teams")
        #expect(answer.status == 503 && answer.headers["retry-after"] != nil, "\(answer)")
        #expect(try await server.curl([], "/readyz").status == 503)
        try await database.start()
        #expect(try await server.curl(ada.header, "/v1/admin/teams").status == 200)
        #expect(try await server.curl([], "/readyz").status == 200)
    }

    @Test(arguments: [false, true])
    func `While PostgreSQL hangs, requests get 503 rather than what is in memory, and later they work again`(
        isPooled: Bool
    ) async throws {
        let database = try await PostgresInstance(.debian15)
        let direct = try await database.makeDatabase()
        let options = try await options(database, direct, isPooled)
        let server = try await RunningServer(options: options, database: direct)
        let ada = try await server.addUser("ada")
        #expect(try await server.curl(ada.header, "/v1/catalog").status == 200)
        try database.pause()
        // PostgreSQL is ended by SIGQUIT, which waits while a process is stopped.
        defer { try? database.goOn() }
        #expect(
            try await comesTrue(within: .seconds(120)) {
                try await server.curl(ada.header, "/v1/catalog").status == 503
            })
        // A statement that the database never answers ends as well.
        #expect(try await server.curl(["-m", "120"] + ada.header, "/v1/catalog").status == 503)
        try database.goOn()
        #expect(try await comesTrue { try await server.curl(ada.header, "/v1/catalog").status == 200 })
    }
}
