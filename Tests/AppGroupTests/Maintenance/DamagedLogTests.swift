import AppGroupPlatform
import Foundation
import TestSupport
import Testing

@testable import AppGroup

/// Logs with a wrong byte, behind which SQLite reads nothing.
@Suite("Damaged logs")
struct DamagedLogTests {
    private func log(_ group: SampleGroup) throws -> [UInt8] { try BytesOnDisk.read("\(group.database)-wal") }

    /// Changes one byte of the log.
    ///
    /// - Returns: The log as it is then.
    @discardableResult
    private func damage(_ group: SampleGroup, at position: Int) throws -> [UInt8] {
        var bytes = try log(group)
        bytes[position] ^= 0xFF
        try BytesOnDisk.write(bytes, to: "\(group.database)-wal")
        return bytes
    }

    private func problems(_ group: SampleGroup) -> [RegistryFinding] {
        group.registry.diagnose().filter { $0.severity == .problem }
    }

    // In the first frame and in the second one.
    @Test("A small group that lives in its log alone is saved from behind a damaged place", arguments: [40, 1200])
    func savesSmallGroups(position: Int) throws {
        try SampleGroup.with { group in
            // So few that the log was never emptied.
            for number in 0..<4 {
                try group.registry.register(
                    AppDescription(
                        id: SampleGroup.appID(number), name: "Tool", schemes: [URLScheme("tool\(number)")],
                        launch: .terminal("/bin/true"), badge: 1, fields: ["number": 1]))
            }
            let before = try group.state()
            let damaged = try damage(group, at: position)
            #expect(try group.registry.apps(including: .all).isEmpty)
            let found = problems(group)
            #expect(found.map(\.check) == [.integrity])
            #expect(found.first?.sentence.contains("\(group.database)-wal is damaged") == true, "\(found)")
            #expect(found.first?.remedy?.contains("launcher doctor --repair") == true)
            let salvage = try #require(group.registry.repair().salvage)
            #expect(salvage.apps == 4)
            #expect(salvage.lostApps == [])
            #expect(try group.state() == before)
            #expect(try BytesOnDisk.read(#require(salvage.keptOldAs) + "-wal") == damaged)
            #expect(group.registry.diagnose().allSatisfy { $0.severity == .ok })
        }
    }

    @Test(
        "The latest writes are saved from behind a damaged place of the log, while another program has the group open")
    func savesLatestWrites() throws {
        try SampleGroup.with(apps: 10) { group in
            try group.emptyLog()
            // Whatever page the first frame has, one of the later writes has it, too.
            for (badge, number) in [0, 1, 2, 3, 0].enumerated() {
                try group.registry.setBadge(BadgeCount(clamping: 50 + badge), of: SampleGroup.appID(number))
            }
            let before = try group.state()
            let damaged = try damage(group, at: 100)
            let open = group.registry
            #expect(try open.app(SampleGroup.appID(3))?.badge == 3)
            #expect(problems(group).map(\.check) == [.integrity])
            let kept = try #require(try group.registry.repair().salvage?.keptOldAs)
            #expect(try group.state() == before)
            #expect(try open.app(SampleGroup.appID(3))?.badge == 53)
            #expect(try BytesOnDisk.read("\(kept)-wal") == damaged)
            #expect(try group.registry.repair().wasSound)
        }
    }

    @Test("A repair saves what programs wrote before a damaged place of the log as well as what is hidden behind it")
    func savesBothSides() throws {
        try SampleGroup.with(apps: 3) { group in
            try group.emptyLog()
            try group.registry.setSetting("early", to: 1)
            let length = try log(group).count
            for key in ["a", "b", "c", "d"] as [FieldKey] { try group.registry.setSetting(key, to: 1) }
            try damage(group, at: length + 100)
            // Overwrites the damaged place.
            try group.registry.setSetting("late", to: 1)
            #expect(try group.registry.setting("d") == nil)
            #expect(problems(group).map(\.check) == [.integrity])
            _ = try group.registry.repair()
            for key in ["early", "a", "b", "c", "d", "late"] as [FieldKey] {
                #expect(try group.registry.setting(key) == 1, "\(key)")
            }
        }
    }

    @Test("A log is found to be damaged, and is saved, even if its registry is gone")
    func savesWithoutRegistry() throws {
        try SampleGroup.with { group in
            for number in 0..<4 {
                try group.registry.register(
                    AppDescription(id: SampleGroup.appID(number), name: "Tool", launch: .terminal("/bin/true")))
            }
            let before = try group.state()
            let damaged = try damage(group, at: 1200)
            try FileManager.default.removeItem(atPath: group.database)
            let kept = try #require(try group.registry.repair().salvage?.keptOldAs)
            #expect(try group.state() == before)
            #expect(try BytesOnDisk.read(kept) == damaged)
        }
    }

    @Test("A log that programs start over, cut off and write to is not called damaged")
    func findsNothingElse() throws {
        try SampleGroup.with(apps: 5) { group in
            let writer = group.registry
            for _ in 0..<1500 { try writer.addToBadge(1, of: SampleGroup.appID(0)) }
            #expect(problems(group) == [])
            let bytes = try log(group)
            for length in stride(from: bytes.count, through: 0, by: -bytes.count / 7) {
                try SampleGroup.with { copy in
                    try FileManager.default.createDirectory(
                        atPath: copy.container.path, withIntermediateDirectories: true)
                    try BytesOnDisk.write(bytes.prefix(length), to: "\(copy.database)-wal")
                    #expect(DamagedLog(beside: copy.container) == nil, "cut to \(length)")
                }
            }
        }
    }

    @Test("A diagnosis calls no registry empty without naming the log beside it, which the next write overwrites")
    func namesTheLog() throws {
        try SampleGroup.with { group in
            try group.registry.register(
                AppDescription(id: SampleGroup.appID(0), name: "Tool", launch: .terminal("/bin/true")))
            // Without this number, it is no log.
            try damage(group, at: 0)
            let findings = group.registry.diagnose().filter { $0.severity != .ok }
            #expect(findings.map(\.check) == [.version])
            #expect(findings.first?.sentence.contains("the log beside it is not") == true, "\(findings)")
            #expect(findings.first?.remedy?.contains("\(group.database)-wal") == true)
            #expect(findings.first?.remedy?.contains("launcher register") == false)
        }
    }
}
