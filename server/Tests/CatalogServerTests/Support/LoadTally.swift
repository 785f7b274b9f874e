import Foundation
import Synchronization

/// Administrators who add teams and read the catalog over and over, and what they were told.
final class LoadTally: Sendable {
    private let state = Mutex((acknowledged: [String](), failures: [String](), isDone: false))

    var acknowledged: [String] { state.withLock { $0.acknowledged } }
    var failures: [String] { state.withLock { $0.failures } }

    private var isDone: Bool { state.withLock { $0.isDone } }

    /// Makes everybody stop after the next answer.
    func end() { state.withLock { $0.isDone = true } }

    /// Adds teams until ``end()``. - Parameter worker: Part of the teams' names, for each who does this at the same time.
    func addTeams(of worker: Int, at url: String, as header: [String]) async throws {
        var number = 0
        while !isDone {
            number += 1
            let team = "team-\(worker)-\(number)"
            let added = try await CurlAnswer(header + ["-d", "{\"name\":\"\(team)\"}"], "\(url)/v1/admin/teams")
            let catalog = try await CurlAnswer(header, "\(url)/v1/catalog")
            state.withLock { state in
                if added.status == 201 {
                    state.acknowledged.append(team)
                } else {
                    state.failures.append("\(team): \(added)")
                }
                if catalog.status != 200 { state.failures.append("\(catalog)") }
            }
        }
    }

    /// Waits until this many more changes were acknowledged, or something failed.
    func waitForMore(_ count: Int) async throws {
        let goal = acknowledged.count + count
        while acknowledged.count < goal, failures.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
    }

    /// How the database differs from the acknowledged changes: teams, and entries of the audit log about them.
    ///
    /// - Parameter query: Runs SQL and returns lines.
    func differences(_ query: (String) async throws -> String) async throws -> [String] {
        let told = acknowledged.sorted()
        var differences: [String] = []
        for sql in [
            "SELECT name FROM team WHERE name LIKE 'team-%'",
            "SELECT subject FROM audit WHERE action = 'addTeam' AND subject LIKE 'team-%'",
        ] {
            let stored = try await query(sql).split(separator: "\n").map(String.init).sorted()
            if stored != told { differences += ["\(sql): \(stored.difference(from: told))"] }
        }
        return differences
    }
}
