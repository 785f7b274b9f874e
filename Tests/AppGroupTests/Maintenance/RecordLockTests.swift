import Foundation
import TestSupport
import Testing

@testable import AppGroup

/// A process loses its POSIX locks on a file when it closes any descriptor of it. Then other programs take the registry for
/// closed, and the last one to leave deletes the log.
@Suite("The locks of a process that has a registry open")
struct RecordLockTests {
    @Test("After a diagnosis, another program still sees that this process has the registry open")
    func diagnosisKeepsLocks() throws {
        try SampleGroup.with(apps: 3) { group in
            let open = group.registry
            #expect(try open.apps().count == 3)
            #expect(group.registry.diagnose().allSatisfy { $0.severity == .ok })
            try expectOpen(group)
            withExtendedLifetime(open) {}
        }
    }

    @Test("After a repair that was refused, another program still sees that this process has the registry open")
    func refusedRepairKeepsLocks() throws {
        try SampleGroup.with(apps: 3) { group in
            let open = group.registry
            #expect(try open.apps().count == 3)
            _ = try SQLiteTool.query(
                group.database, "PRAGMA user_version = 99; UPDATE meta SET value = '9.9.9' WHERE key = 'release'")
            try group.emptyLog()
            // By another process, for the reason that this suite is about.
            let appended = try Finished.run(["/bin/sh", "-c", #"printf x >>"$1""#, "sh", group.database])
            try #require(appended.status == 0, "\(appended.errors)")
            let error = try #require(throws: AppGroupError.self) { try group.registry.repair() }
            #expect(error.code == .tooNew)
            try expectOpen(group)
            withExtendedLifetime(open) {}
        }
    }

    /// Has another program read the registry and leave.
    private func expectOpen(_ group: SampleGroup) throws {
        let log = "\(group.database)-wal"
        try #require(FileManager.default.fileExists(atPath: log))
        #expect(try SQLiteTool.query(group.database, "SELECT count(*) FROM app") == ["3"])
        #expect(FileManager.default.fileExists(atPath: log), "the other program deleted the log")
    }
}
