import Foundation
import TestSupport
import Testing

@testable import AppGroup

/// Real processes that are killed in the middle of replacing a registry.
@Suite("Killing a restore or a repair")
struct KilledReplacementTests {
    @Test("A killed restore leaves either the old registry or the new one, intact", arguments: 0..<20)
    func restore(seed: Int) async throws {
        try await SampleGroup.with { group in
            let states = try ["small": 4, "large": 60].mapValues { apps in
                try SampleGroup.with(apps: apps) { source in
                    try source.registry.backUp(to: group.path(apps == 4 ? "small" : "large"))
                    return try source.state()
                }
            }
            try group.registry.restore(from: group.path("small"))
            // Somebody has the registry open all the time, and with it the shared memory.
            let open = group.registry
            _ = try open.apps()
            await #expect(processExitsWith: .signal(SIGKILL)) { [folder = group.folder as String, seed = seed as Int] in
                let group = SampleGroup(existing: folder)
                Self.dieSoon(seed: seed, within: 60_000)
                while true {
                    for name in ["large", "small"] {
                        try group.registry.restore(from: group.path(name), replacing: true)
                    }
                }
            }
            #expect(try SQLiteTool.query(group.database, "PRAGMA integrity_check") == ["ok"])
            let state = try group.state()
            #expect(state == states["small"] || state == states["large"])
            #expect(try open.storage.read { try GroupState($0) } == state)
            try open.setBadge(5, of: SampleGroup.appID(1))
            #expect(try group.registry.app(SampleGroup.appID(1))?.badge == 5)
            try group.registry.restore(from: group.path("large"), replacing: true)
            #expect(try open.storage.read { try GroupState($0) } == states["large"])
            #expect(try !group.files().contains { $0.contains(".new") })
        }
    }

    @Test("A killed repair loses nothing that the next one could save", arguments: 0..<16)
    func repair(seed: Int) async throws {
        try await SampleGroup.with(apps: 40) { group in
            let expected = try SampleGroup.with { copy in
                try FileManager.default.copyItem(atPath: group.container.parent, toPath: copy.container.parent)
                try Self.damage(copy, seed: seed)
                _ = try copy.registry.repair()
                return try copy.state()
            }
            try Self.damage(group, seed: seed)
            await #expect(processExitsWith: .signal(SIGKILL)) { [folder = group.folder as String, seed = seed as Int] in
                Self.dieSoon(seed: seed, within: 30_000)
                let group = SampleGroup(existing: folder)
                while true { try group.registry.repair() }
            }
            _ = try group.registry.repair()
            #expect(try group.state() == expected)
            #expect(!expected.apps.isEmpty)
            #expect(try SQLiteTool.query(group.database, "PRAGMA integrity_check") == ["ok"])
            #expect(try group.registry.repair().wasSound)
        }
    }

    /// Noise in the first page of the file or in another one, while the log has the last change alone.
    private static func damage(_ group: SampleGroup, seed: Int) throws {
        try group.emptyLog()
        try group.registry.setBadge(4711, of: SampleGroup.appID(1))
        var bytes = try BytesOnDisk.read(group.database)
        var noise = RandomSource(seed: UInt64(seed))
        let page = seed % 2 == 0 ? 0 : Int.random(in: 1..<bytes.count / SQLiteSession.pageSize, using: &noise)
        let start = page * SQLiteSession.pageSize
        bytes.replaceSubrange(start..<start + SQLiteSession.pageSize, with: noise.bytes(SQLiteSession.pageSize))
        try BytesOnDisk.write(bytes, to: group.database)
    }

    /// Has this process killed after a random time of this many microseconds at most.
    private static func dieSoon(seed: Int, within microseconds: UInt32) {
        var noise = RandomSource(seed: UInt64(seed) &* 7919)
        let delay = UInt32.random(in: 0...microseconds, using: &noise)
        Thread.detachNewThread {
            usleep(delay)
            kill(getpid(), SIGKILL)
        }
    }
}
