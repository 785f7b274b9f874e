package import AppGroup
import Foundation

/// Puts another file in the place of a store, as restoring a backup does: under the lock, with the files of the
/// write-ahead log moved away.
package enum RegistryReplacement {
    /// The command, without the user's own settings.
    private static let sqlite = "sqlite3 -batch -init /dev/null"

    /// - Parameter change: What is different in the new file.
    package static func run(in group: TestGroup, change: (Registry) throws -> Void) async throws {
        let backup = try TestGroup()
        defer { backup.remove() }
        let copy = "\(backup.folder)/copy"
        try await shell("\(sqlite) '\(group.database)' \"VACUUM INTO '\(copy)'\"")
        try FileManager.default.createDirectory(
            atPath: backup.container, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try FileManager.default.moveItem(atPath: copy, toPath: backup.database)
        try change(backup.registry)
        // A copy that no log belongs to.
        try await shell("\(sqlite) '\(backup.database)' \"VACUUM INTO '\(copy)'\" && chmod 600 '\(copy)'")
        try await shell(
            "cp '\(copy)' '\(group.database).new' && flock '\(group.lock)' sh -c \""
                + "rm -f '\(group.database)-wal' '\(group.database)-shm' && mv '\(group.database).new' '\(group.database)'\""
        )
    }

    private static func shell(_ command: String) async throws {
        let result = try await RunningProcess.run("/bin/sh", ["-c", command])
        guard result.ending == .exit(0) else {
            throw RunningProcess.TimeOut(description: "\(command): \(result.errors)")
        }
    }
}
