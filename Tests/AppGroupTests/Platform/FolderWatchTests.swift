import AppGroupPlatform
import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Watching folders", .ownGroup)
struct FolderWatchTests {
    let folder = "\(TestGroup.current.folder)/watched"
    let events = Guarded(0)

    func watch() throws -> FolderWatch {
        let target = FolderWatch.Target(folder: ExactPath(folder), names: ["wanted"])
        let watch = FolderWatch([target]) { [events] in events.withLock { $0 += 1 } }
        return try #require(watch)
    }

    func makeFolder() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    @Test("A watch reports when its files are made, changed or removed, and no others")
    func tells() async throws {
        try makeFolder()
        let watch = try watch()
        for change in [
            "touch unwanted", "touch wanted", "echo x >> wanted", "mv wanted other", "mv other wanted", "rm wanted",
        ] {
            let before = events.value
            #expect(try await RunningProcess.run("/bin/sh", ["-c", "cd '\(folder)' && \(change)"]).ending == .exit(0))
            if change == "touch unwanted" {
                try await Task.sleep(for: .milliseconds(100))
                #expect(events.value == before)
            } else {
                #expect(await comesTrue { events.value > before }, "\(change)")
            }
        }
        withExtendedLifetime(watch) {}
    }

    @Test("A watch ends although a child that was forked in the meantime lives on")
    func endsBesideAChild() async throws {
        let parent = try BuiltProgram.worker.start("fork-and-stop-watching")
        try await parent.line("stopped", within: .seconds(120))
    }

    @Test("A watch finds a folder that was made below an unwatched one, and one that was made again")
    func findsLaterFolders() async throws {
        let watch = try watch()
        for _ in 0..<2 {
            try makeFolder()
            // A watcher sees one of these files come; the first may be before the watch is there.
            let before = events.value
            #expect(
                await comesTrue {
                    FileManager.default.createFile(atPath: "\(folder)/wanted", contents: nil) && events.value > before
                })
            try FileManager.default.removeItem(atPath: folder)
        }
        withExtendedLifetime(watch) {}
    }
}
