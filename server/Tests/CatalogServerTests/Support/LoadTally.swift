import Foundation
import Synchronization
import Testing

/// Administrators who add teams and read the catalog over and over, and what they were told.
final class LoadTally: Sendable {
    /// How the teams' names begin.
    private let name: String
    private let state = Mutex((acknowledged: [String](), failures: [Failure](), isDone: false))

    /// An answer that told of no success.
    struct Failure: CustomStringConvertible {
        let answer: CurlAnswer
        /// From the beginning of the request.
        let duration: Duration

        var description: String { "after \(duration): \(answer)" }

        /// Whether the server has waited for the database as long as it promises. It gives up up to half a second before its ten
        /// seconds are over, if another attempt would come too late.
        var isPatient: Bool { answer.status == 503 && duration > .milliseconds(9400) }
    }

    init(name: String = "team") { self.name = name }

    var acknowledged: [String] { state.withLock { $0.acknowledged } }
    var failures: [Failure] { state.withLock { $0.failures } }

    private var isDone: Bool { state.withLock { $0.isDone } }

    /// Makes everybody stop after the next answer.
    func end() { state.withLock { $0.isDone = true } }

    /// Adds teams until ``end()``.
    ///
    /// - Parameter worker: Part of the teams' names, for each who does this at the same time.
    func addTeams(of worker: Int, at url: String, as header: [String]) async throws {
        var number = 0
        while !isDone {
            number += 1
            let team = "\(name)-\(worker)-\(number)"
            let added = try await answer(header + ["-d", "{\"name\":\"\(team)\"}"], "\(url)/v1/admin/teams", 201)
            if added { state.withLock { $0.acknowledged.append(team) } }
            _ = try await answer(header, "\(url)/v1/catalog", 200)
        }
    }

    /// Sends a request, and notes it if it fails.
    ///
    /// - Returns: Whether the answer has this status.
    private func answer(_ arguments: [String], _ url: String, _ status: Int) async throws -> Bool {
        let start = ContinuousClock.now
        let answer = try await CurlAnswer(arguments, url)
        guard answer.status != status else { return true }
        let failure = Failure(answer: answer, duration: ContinuousClock.now - start)
        state.withLock { $0.failures.append(failure) }
        return false
    }

    /// Waits until this many more changes were acknowledged, or something failed.
    func waitForMore(_ count: Int) async throws {
        let goal = acknowledged.count + count
        while acknowledged.count < goal, failures.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
    }

    /// Takes the database away from servers under load for five seconds, and makes sure that no request fails and that no
    /// acknowledged change is lost or made twice.
    ///
    /// The servers wait for a database for ten seconds. If it takes longer to come back, because this machine is busy, requests that
    /// have waited as long may fail, but no acknowledged change may be lost; then everything is repeated.
    ///
    /// - Parameters:
    ///   - crash: Takes the database away.
    ///   - start: Brings it back.
    ///   - after: What else happens under load.
    ///   - query: Runs SQL and returns lines.
    /// - Returns: What happened while the database came back in time.
    static func duringOutage(
        workers: Int, at url: String, as header: [String], crash: () async throws -> Void,
        start: () async throws -> Void, after: (LoadTally) async throws -> Void = { _ in },
        query: (String) async throws -> String
    ) async throws -> LoadTally {
        for round in 1...6 {
            let tally = LoadTally(name: "round-\(round)")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<workers {
                    group.addTask { try await tally.addTeams(of: worker, at: url, as: header) }
                }
                try await tally.waitForMore(30)
                try #require(tally.failures.isEmpty, "before the outage: \(tally.failures)")
                try await crash()
                try await Task.sleep(for: .seconds(5))
                try await start()
                try await tally.waitForMore(30)
                if tally.failures.isEmpty { try await after(tally) }
                tally.end()
                try await group.waitForAll()
            }
            try #require(tally.failures.allSatisfy { $0.isPatient }, "\(tally.failures)")
            let isComplete = tally.failures.isEmpty
            #expect(try await tally.differences(mayHaveMore: !isComplete, query) == [])
            if isComplete { return tally }
        }
        throw Slowness()
    }

    struct Slowness: Error, CustomStringConvertible {
        let description = "In six rounds, the database never came back within 10 s; is the machine busy?"
    }

    /// How the database differs from the acknowledged changes: teams, and entries of the audit log about them.
    ///
    /// - Parameters:
    ///   - mayHaveMore: Whether changes that nobody acknowledged may have been made.
    ///   - query: Runs SQL and returns lines.
    func differences(mayHaveMore: Bool = false, _ query: (String) async throws -> String) async throws -> [String] {
        let told = acknowledged.sorted()
        var differences: [String] = []
        for sql in [
            "SELECT name FROM team WHERE name LIKE '\(name)-%'",
            "SELECT subject FROM audit WHERE action = 'addTeam' AND subject LIKE '\(name)-%'",
        ] {
            let stored = try await query(sql).split(separator: "\n").map(String.init).sorted()
            let isRight =
                mayHaveMore ? Set(stored).isSuperset(of: told) && Set(stored).count == stored.count : stored == told
            if !isRight { differences += ["\(sql): \(stored.difference(from: told))"] }
        }
        return differences
    }
}
