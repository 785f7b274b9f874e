import TestSupport
import Testing

/// ``SQLiteTool`` while this thread does other work: an independent reader of the registry.
enum Sqlite3 {
    /// What a query prints.
    static func query(_ sql: String, _ file: String = TestGroup.current.database) async throws -> String {
        let result = try await RunningProcess.run("/usr/bin/sqlite3", SQLiteTool.options + [file, sql])
        try #require(result.ending == .exit(0), "\(result.errors)")
        return result.lines.joined(separator: "\n")
    }

    /// Whether every page of the registry is as it should be.
    static func isIntact() async throws -> Bool { try await query("PRAGMA integrity_check") == "ok" }
}
