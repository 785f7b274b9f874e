import AppGroupPlatform
import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Repairing a registry")
struct RepairTests {
    private let pageSize = SQLiteSession.pageSize

    @Test("A repair leaves an intact registry alone")
    func leavesSoundStoreAlone() throws {
        try SampleGroup.with(apps: 30) { group in
            let (bytes, files) = (try BytesOnDisk.read(group.database), try group.files())
            let report = try group.registry.repair()
            #expect(report.wasSound)
            #expect(report.faults.isEmpty)
            #expect(try BytesOnDisk.read(group.database) == bytes)
            #expect(try group.files() == files)
        }
    }

    @Test(
        "A damaged version number is found and repaired, and everything else is kept",
        arguments: [0, 1, 2, 3, -1, 6, 68, 999, 1_000_000])
    func repairsVersionNumber(version: Int) throws {
        try SampleGroup.with(apps: 12) { group in
            let state = try group.state()
            try group.emptyLog()
            // As sqlite.org/fileformat2.html has it, section 1.3.
            var bytes = try BytesOnDisk.read(group.database)
            let number = UInt32(bitPattern: Int32(version))
            bytes.replaceSubrange(
                60..<64, with: stride(from: 24, through: 0, by: -8).map { UInt8(number >> $0 & 0xFF) })
            try BytesOnDisk.write(bytes, to: group.database)
            let problems = group.registry.diagnose().filter { $0.severity == .problem }
            #expect(
                problems.contains { "\($0.sentence) \($0.remedy ?? "")".contains("launcher doctor --repair") },
                "\(problems)")
            #expect(try !group.registry.repair().wasSound)
            #expect(try group.state() == state)
            #expect(try group.registry.repair().wasSound)
            #expect(try SQLiteTool.query(group.database, "PRAGMA user_version") == ["\(Schema.current.version)"])
        }
    }

    @Test("A repair of a group without a registry names the group")
    func refusesWithoutStore() throws {
        try SampleGroup.with { group in
            let error = try #require(throws: AppGroupError.self) { try group.registry.repair() }
            #expect(error.code == .notFound)
            #expect(error.description.contains(group.id.description))
            #expect(try FileManager.default.contentsOfDirectory(atPath: group.folder).isEmpty)
        }
    }

    @Test("A repair of a truncated file saves every app on the pages that are left", arguments: [3, 40])
    func savesWhatIsLeftOfATruncatedFile(apps: Int) throws {
        try SampleGroup.with(apps: apps) { group in
            let damage = try Damage(group)
            // SQLite takes a file of one byte for an empty one.
            let header = [2, 99, 100]
            let wholePages = [1, 2].flatMap { pages in [-1, 0, 1].map { pages * pageSize + $0 } }
            let others = stride(from: 1000, to: damage.bytes.count, by: damage.bytes.count / 16)
            for length in header + wholePages + others + [damage.bytes.count - 1] {
                let report = try damage.repair(Array(damage.bytes.prefix(length)), pages: 1...max(1, length / pageSize))
                let salvage = try #require(report.salvage, "cut to \(length)")
                #expect(!salvage.isComplete)
            }
        }
    }

    @Test("A repair saves every app on the pages that noise did not hit", arguments: [1, 2, 3])
    func savesWhatNoiseLeaves(seed: UInt64) throws {
        try SampleGroup.with(apps: 40) { group in
            let damage = try Damage(group)
            for seed in Fuzz.seeds(from: seed) {
                var noise = RandomSource(seed: seed)
                for round in 0..<14 {
                    var bytes = damage.bytes
                    let length = Int.random(in: 1...3 * pageSize, using: &noise)
                    let start = round % 4 == 0 ? 0 : Int.random(in: 0..<bytes.count - length, using: &noise)
                    bytes.replaceSubrange(start..<start + length, with: noise.bytes(length))
                    try damage.repair(bytes, pagesBut: start / pageSize + 1...(start + length - 1) / pageSize + 1)
                }
            }
        }
    }

    /// What may stand where the registry should be.
    enum Stranger: CaseIterable { case text, noise, folder, link, database, zeros }

    @Test("A repair replaces something else by an empty registry, and keeps it", arguments: Stranger.allCases)
    func replacesStrangers(stranger: Stranger) throws {
        try SampleGroup.with(apps: 2) { group in
            for file in try group.files() where file.hasPrefix("registry") {
                try FileManager.default.removeItem(atPath: "\(group.container.path)/\(file)")
            }
            switch stranger {
            case .text: try BytesOnDisk.write(String(repeating: "\n\r text", count: 3000).utf8, to: group.database)
            case .noise:
                var noise = RandomSource(seed: 1)
                try BytesOnDisk.write(noise.bytes(100_000), to: group.database)
            case .folder:
                try FileManager.default.createDirectory(atPath: group.database, withIntermediateDirectories: false)
            case .link:
                try FileManager.default.createSymbolicLink(atPath: group.database, withDestinationPath: "/etc/passwd")
            case .database:
                _ = try SQLiteTool.query(group.database, "CREATE TABLE t (x); INSERT INTO t VALUES ('foreign')")
            case .zeros: try BytesOnDisk.write([UInt8](repeating: 0, count: 20_000), to: group.database)
            }
            let identity = try Files.status(group.database, followingLinks: false).identity
            let salvage = try #require(group.registry.repair().salvage)
            #expect(salvage.apps == 0)
            let kept = try #require(salvage.keptOldAs)
            #expect(try Files.status(kept, followingLinks: false).identity == identity)
            #expect(try group.registry.apps(including: .all).isEmpty)
            #expect(try BytesOnDisk.permissions(group.database) == 0o600)
            try group.fill(apps: 2)
            #expect(try group.registry.repair().wasSound)
        }
    }

    @Test("A repair takes from the log what the file has lost", arguments: ["", "x", nil])
    func readsTheLog(file: String?) throws {
        try SampleGroup.with { group in
            // So few that the log was never emptied.
            for number in 0..<4 {
                try group.registry.register(
                    AppDescription(
                        id: SampleGroup.appID(number), name: "Tool", schemes: [URLScheme("tool\(number)")],
                        launch: .terminal("/bin/true"), fields: ["number": 1]))
            }
            let before = try group.state()
            let log = try BytesOnDisk.read("\(group.database)-wal")
            if let file {
                try BytesOnDisk.write(file.utf8, to: group.database)
            } else {
                try FileManager.default.removeItem(atPath: group.database)
            }
            let salvage = try #require(group.registry.repair().salvage)
            #expect(salvage.isComplete)
            #expect(salvage.apps == 4)
            #expect(try group.state() == before)
            let kept = try #require(salvage.keptOldAs)
            // An empty file is not worth keeping, so the log alone is what is kept.
            #expect(try BytesOnDisk.read(file == "x" ? "\(kept)-wal" : kept) == log)
        }
    }

    @Test("A repair drops a row that cannot be read, and keeps the others")
    func dropsUndecodableRows() throws {
        try SampleGroup.with(apps: 10) { group in
            _ = try SQLiteTool.query(
                group.database,
                """
                UPDATE app SET launch = 'magic' WHERE id = 'org.example.tool1003';
                UPDATE field SET kind = 'riddle' WHERE app = 'org.example.tool1004' AND key = 'number';
                """)
            let salvage = try #require(group.registry.repair().salvage)
            #expect(salvage.apps == 9)
            #expect(salvage.lostApps == ["org.example.tool1003"])
            #expect(try group.registry.app("org.example.tool1003") == nil)
            #expect(try group.registry.app("org.example.tool1004")?.fields["number"] == nil)
            #expect(try group.registry.app("org.example.tool1004")?.fields["text"] == "Größe 4 文字")
        }
    }

    @Test("A repair drops a row whose key has another type than a key, and the next one finds nothing more")
    func dropsRowsWithStrangeKeys() throws {
        try SampleGroup.with(apps: 10) { group in
            _ = try SQLiteTool.query(
                group.database, "UPDATE app SET id = x'FFFE00' WHERE id = 'org.example.tool1003'")
            let salvage = try #require(group.registry.repair().salvage)
            #expect(salvage.apps == 9)
            #expect(salvage.lostApps == ["org.example.tool1003"])
            #expect(try group.registry.repair().wasSound)
        }
    }

    @Test("After a repair, no number of an opening is used twice")
    func keepsNumbers() throws {
        try SampleGroup.with(apps: 6) { group in
            let last = try group.state().lastOpening
            _ = try SQLiteTool.query(group.database, "DELETE FROM opening; UPDATE app SET name = '' WHERE id LIKE '%1'")
            _ = try group.registry.repair()
            #expect(try group.state().lastOpening == last)
        }
    }

    @Test("A diagnosis finds a log of another registry, and a repair saves the registry without it")
    func ignoresForeignLogs() throws {
        try SampleGroup.with(apps: 9) { group in
            let log = try SampleGroup.with(apps: 30) { other in
                try other.emptyLog()
                try other.registry.setBadge(7, of: SampleGroup.appID(3))
                return try BytesOnDisk.read("\(other.database)-wal")
            }
            #expect(!log.isEmpty)
            try group.emptyLog()
            let before = try group.state()
            try FileManager.default.removeItem(atPath: "\(group.database)-shm")
            try BytesOnDisk.write(log, to: "\(group.database)-wal")
            let found = group.registry.diagnose().filter { $0.severity == .problem }
            #expect(found.map(\.check) == [.integrity])
            #expect(found.first?.sentence.contains("\(group.database)-wal belongs to another registry") == true)
            let kept = try #require(try group.registry.repair().salvage?.keptOldAs)
            #expect(try group.state() == before)
            #expect(try BytesOnDisk.read("\(kept)-wal") == log)
            #expect(group.registry.diagnose().allSatisfy { $0.severity == .ok })
        }
    }

    @Test("A log that its writer has started over is found to belong to another registry than a copied file")
    func knowsLogsThatWereStartedOver() throws {
        try SampleGroup.with(apps: 9) { group in
            let copied = try SampleGroup.with(apps: 30) { other in
                try other.emptyLog()
                return try BytesOnDisk.read(other.database)
            }
            do {
                let writer = group.registry
                for _ in 0..<1500 { try writer.addToBadge(1, of: SampleGroup.appID(0)) }
            }
            try #require(try BytesOnDisk.read("\(group.database)-wal").count < 1 << 20)
            try BytesOnDisk.write(copied, to: group.database)
            let found = group.registry.diagnose().filter { $0.severity == .problem }
            #expect(found.map(\.check) == [.integrity])
            #expect(found.first?.sentence.contains("belongs to another registry") == true, "\(found)")
        }
    }

    @Test("A repair leaves a damaged registry of a newer release alone")
    func leavesNewerStores() throws {
        try SampleGroup.with(apps: 6) { group in
            _ = try SQLiteTool.query(
                group.database, "PRAGMA user_version = 99; UPDATE meta SET value = '9.9.9' WHERE key = 'release'")
            try group.emptyLog()
            let bytes = try BytesOnDisk.read(group.database).dropLast(5000)
            try BytesOnDisk.write(bytes, to: group.database)
            let error = try #require(throws: AppGroupError.self) { try group.registry.repair() }
            #expect(error.code == .tooNew)
            #expect(error.description.contains("9.9.9"))
            #expect(try BytesOnDisk.read(group.database) == Array(bytes))
        }
    }

    @Test("Processes that have the registry open see a repair at once")
    func isSeenByOpenRegistries() throws {
        try SampleGroup.with(apps: 40) { group in
            let open = group.registry
            try open.setBadge(1, of: SampleGroup.appID(0))
            let damage = try Damage(group)
            var bytes = damage.bytes
            bytes.replaceSubrange(pageSize..<2 * pageSize, with: [UInt8](repeating: 0xAA, count: pageSize))
            try BytesOnDisk.write(bytes, to: group.database)
            let salvage = try #require(group.registry.repair().salvage)
            #expect(try open.apps(including: .all).count == salvage.apps)
            let app = try #require(open.apps(including: .all).first)
            try open.setBadge(99, of: app.id)
            #expect(try group.registry.app(app.id)?.badge == 99)
            #expect(try group.registry.repair().wasSound)
        }
    }

    @Test("A repair removes an icon with a broken file from its app, so that the app can bring it again")
    func dropsBrokenIcons() throws {
        try SampleGroup.with { group in
            let app = AppDescription(
                id: "org.example.icon", name: "Icon", icon: .svg(SampleGroup.image(1)), launch: .terminal("/bin/true"))
            try group.registry.register(app)
            let record = try #require(group.registry.app(app.id)?.record)
            let file = try #require(group.registry.imagePath(of: record))
            try BytesOnDisk.write(SampleGroup.image(2), to: file)
            let report = try group.registry.repair()
            #expect(report.droppedIcons == [app.id])
            #expect(report.salvage == nil)
            #expect(try group.registry.register(app).changed)
            #expect(try BytesOnDisk.read(file) == SampleGroup.image(1))
            #expect(try group.registry.repair().wasSound)
        }
    }
}
