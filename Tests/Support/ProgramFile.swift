import Foundation

/// Executable files that tests make. Another process writes them: a file that this one had open for writing could be busy,
/// since a child that a parallel test forks holds it too until it executes its own program.
package enum ProgramFile {
    /// Writes a program's text.
    package static func write(_ text: String, to path: String) throws {
        try run("/bin/sh", ["-c", #"printf %s "$1" >"$0" && chmod 755 "$0""#, path, text])
    }

    /// Copies a program.
    package static func copy(_ path: String, to newPath: String) throws { try run("/bin/cp", [path, newPath]) }

    private static func run(_ program: String, _ arguments: [String]) throws {
        let process = try Process.run(URL(fileURLWithPath: program), arguments: arguments)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
