import AppGroup
import AppGroupCrypto
import Foundation
import ServerTestSupport
import PostgresClient
import Serving
import TestSupport
import Testing

@testable import CatalogServer

/// What `docs/cluster.md` promises, on the installation that `make cluster` starts, which has the page's configuration of nginx.
@Suite("Several servers behind nginx", .serialized, .timeLimit(.minutes(20)))
struct ClusterTests {
    private static let shared = Task { try await RunningCluster() }
    private static let loops = 2

    /// Runs `body` while users install an app. None of them may fail.
    private func whileInstalling(
        on cluster: RunningCluster, _ body: (InstallLoops) async throws -> Void
    ) async throws {
        let (state, loops) = (try cluster.state(), try InstallLoops())
        let password = try #require(state.users["ben"])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<Self.loops {
                group.addTask { try await loops.run(number, at: state.address, user: "ben", password: password) }
            }
            try await loops.waitForMore(1, of: Self.loops)
            try await body(loops)
            loops.end()
            try await group.waitForAll()
        }
        #expect(loops.failures == [])
    }

    @Test func `If one of two servers is killed, installing goes on, and new requests go to the other`() async throws {
        let cluster = try await Self.shared.value
        try await whileInstalling(on: cluster) { loops in
            for server in [1, 2] {
                try await cluster.type("kill \(server)")
                try await loops.waitForMore(2, of: Self.loops)
                try await cluster.type("start \(server)")
            }
            try await loops.waitForMore(1, of: Self.loops)
        }
    }

    @Test func `A download whose server is killed goes on at the other server from where it stopped`() async throws {
        let cluster = try await Self.shared.value
        let (state, header) = (try cluster.state(), try await cluster.logIn("ben"))
        let catalog = try await CurlAnswer(header, "\(state.address)/v1/catalog").text
        let path = try #require(
            catalog.firstMatch(of: /"path":"([^"]*com\.example\.tools\.atlas[^"]*\/([0-9a-f]{64})\/file)"/))
        let (url, digest) = ("\(state.address)\(path.1)", String(path.2))
        /// Downloads the file to several places at once, and returns curl's status for each.
        func download(to places: [String], _ more: [String]) async throws -> [String: Int32] {
            try await withThrowingTaskGroup(of: (String, Int32).self) { group in
                for place in places {
                    group.addTask {
                        let words = ["/usr/bin/curl", "-sf", "-o", place] + more + header + [url]
                        return (place, try await Finished.run(words).status)
                    }
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
        }
        // On a busy machine, all downloads may be complete before the server ends: then there are others.
        for round in 1...10 {
            let folder = try TemporaryFolder()
            let places = (0..<4).map { "\(folder.path)/\($0)" }
            // Slower than the buffers in between, so that no download is complete when the server ends.
            async let first = download(to: places, ["--limit-rate", "4M"])
            while try folder.files().count < places.count { try await Task.sleep(for: .milliseconds(10)) }
            try await cluster.type("kill 1")
            let statuses = try await first
            // 18: the file is not complete.
            let cut = statuses.filter { $1 == 18 }.keys.sorted()
            #expect(statuses.values.allSatisfy { [0, 18].contains($0) }, "\(statuses)")
            if !cut.isEmpty {
                #expect(try await download(to: cut, ["--continue-at", "-"]).values.allSatisfy { $0 == 0 })
            }
            for place in places {
                let bytes = try Data(contentsOf: URL(filePath: place))
                #expect(BlobDigest(sha256Of: Array(bytes)).description == digest)
            }
            try await cluster.type("start 1")
            if !cut.isEmpty { return }
            #expect(round < 10, "Every download was complete before the server ended.")
        }
    }

    @Test
    func `Servers are upgraded one after the other on the tables of the next release, and back, while users install`()
        async throws
    {
        let cluster = try await Self.shared.value
        let place = PostgresCatalogStore.Place(address: try PostgresAddress(try cluster.state().database))
        try await whileInstalling(on: cluster) { loops in
            let next = try await PostgresCatalogStore.open(place, group: nil, migrations: MigrationTests.added)
            try await loops.waitForMore(1, of: Self.loops)
            for server in [1, 2] {
                try await cluster.type("restart \(server)")
                try await loops.waitForMore(1, of: Self.loops)
            }
            try await next.close()
        }
    }

    @Test func `A killed database and a promoted standby lose no acknowledged change, and a third server joins`()
        async throws
    {
        let cluster = try await Self.shared.value
        let (state, header) = (try cluster.state(), try await cluster.logIn("ada"))
        let store = try await PostgresCatalogStore.open(
            PostgresCatalogStore.Place(address: try PostgresAddress(state.database)), group: nil)
        func query(_ sql: String) async throws -> String {
            try await store.database.read { try $0.run(sql).map { try $0.text() } }.joined(separator: "\n")
        }
        let tally = try await LoadTally.duringOutage(
            workers: 4, at: state.address, as: header, crash: { try await cluster.type("kill database") },
            start: { try await cluster.type("start database") },
            after: { tally in
                try await cluster.type("add")
                try await tally.waitForMore(20)
            }, query: query)
        #expect(try cluster.state().servers.count == 3)
        try await waitForStandby(store)
        try await cluster.type("promote")
        #expect(try await tally.differences(query) == [])
        let team = try await CurlAnswer(header + ["-d", "{\"name\":\"later\"}"], "\(state.address)/v1/admin/teams")
        #expect(team.status == 201, "\(team) \(cluster.log)")
        try await store.close()
        #expect(await cluster.interrupt() == 0)
        for server in state.servers { #expect(kill(server.pid, 0) == -1) }
    }

    /// Waits until the standby has everything.
    private func waitForStandby(_ store: PostgresCatalogStore) async throws {
        let sql = "SELECT count(*) FROM pg_stat_replication WHERE replay_lsn >= pg_current_wal_insert_lsn()"
        while try await store.database.read({ try $0.run(sql).first { try $0.integer() } }) != 1 {
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}
