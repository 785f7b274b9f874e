import Foundation
import TestSupport
import Testing

/// The `sqlite3` command: another program's opinion of a file, and another process that uses it.
enum SQLiteTool {
    /// Its first arguments, without which it would read the user's own settings.
    static let options = ["-batch", "-init", "/dev/null"]

    /// The rows that it prints, columns separated by `|`.
    static func query(_ database: String, _ sql: String) throws -> [String] {
        let run = try Finished.run(["/usr/bin/sqlite3"] + options + [database, sql])
        try #require(run.status == 0, "sqlite3 \(database) failed: \(run.errors)")
        return run.output.split(separator: "\n").map(String.init)
    }

    /// Has it run statements over and over again, from a file beside the database, until the process is ended.
    ///
    /// It waits where the database is busy, and ends at the first statement that fails: what follows a failed BEGIN would
    /// else be changes one by one.
    static func start(repeating statements: String, on database: String) throws -> Process {
        let script = ".bail on\n.timeout 60000\n" + String(repeating: statements + "\n", count: 40_000)
        try Data(script.utf8).write(to: URL(fileURLWithPath: "\(database).script"))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", #"exec sqlite3 -batch -init /dev/null "$1" < "$1.script""#, "sh", database]
        try process.run()
        return process
    }
}
