import AppGroup
import Foundation
import ServerTestSupport
import Synchronization
import TestSupport
import Testing

@testable import CatalogServer

@Suite("A crash of the database", .timeLimit(.minutes(5)))
struct CrashTests {
    /// What clients were told.
    private final class Tally: Sendable {
        private let state = Mutex((acknowledged: [String](), failures: [String](), isDone: false))

        var acknowledged: [String] { state.withLock { $0.acknowledged } }
        var failures: [String] { state.withLock { $0.failures } }

        var isDone: Bool { state.withLock { $0.isDone } }
        func end() { state.withLock { $0.isDone = true } }

        func note(_ team: String, _ answer: CurlAnswer) {
            state.withLock { state in
                if answer.status == 201 {
                    state.acknowledged.append(team)
                } else {
                    state.failures.append("\(team): \(answer)")
                }
            }
        }

        func note(_ answer: CurlAnswer) {
            state.withLock { if answer.status != 200 { $0.failures.append("\(answer)") } }
        }
    }

    @Test(arguments: [false, true])
    func
        `If PostgreSQL is killed under load and is back after 5 s, no request fails and no acknowledged change is lost or made twice`(
            isPooled: Bool
        ) async throws
    {
        let database = try await PostgresInstance(.debian15, isDurable: true)
        var url = try await database.makeDatabase()
        let direct = url
        if isPooled { url = url.replacing(":\(database.port)/", with: ":\(try await database.startPooler())/") }
        let server = try await RunningServer(
            options: ["--database", url] + (isPooled ? ["--database-pooler"] : []), database: direct)
        let ada = try await server.addUser("ada", role: .administrator)
        let tally = Tally()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<6 {
                group.addTask {
                    var number = 0
                    while !tally.isDone {
                        number += 1
                        let team = "team-\(worker)-\(number)"
                        tally.note(
                            team,
                            try await server.curl(ada.header + ["-d", "{\"name\":\"\(team)\"}"], "/v1/admin/teams"))
                        tally.note(try await server.curl(ada.header, "/v1/catalog"))
                    }
                }
            }
            while tally.acknowledged.count < 40 { try await Task.sleep(for: .milliseconds(20)) }
            database.crash()
            try await Task.sleep(for: .seconds(5))
            try await database.start()
            let before = tally.acknowledged.count
            while tally.acknowledged.count < before + 40, tally.failures.isEmpty {
                try await Task.sleep(for: .milliseconds(20))
            }
            tally.end()
            try await group.waitForAll()
        }
        #expect(tally.failures == [])
        let stored = try await database.query("SELECT name FROM team", in: direct).split(separator: "\n").map(
            String.init)
        #expect(Set(stored) == Set(tally.acknowledged) && stored.count == tally.acknowledged.count)
        let entries = try await database.query("SELECT subject FROM audit WHERE action = 'addTeam'", in: direct)
        #expect(entries.split(separator: "\n").map(String.init).sorted() == stored.sorted())
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
}
