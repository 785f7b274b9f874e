import Foundation
import Testing

@testable import AppGroup

/// Damages a group's registry, has it repaired, and compares what was saved with what was there.
///
/// On which page an app lies is SQLite's own word: its virtual table `dbstat`.
struct Damage {
    let group: SampleGroup
    /// The sound registry, in one file.
    let bytes: [UInt8]
    private let before: GroupState
    /// The page on which each app's row lies.
    private let pages: [AppID: Int]

    init(_ group: SampleGroup) throws {
        self.group = group
        try group.emptyLog()
        bytes = try BytesOnDisk.read(group.database)
        before = try group.state()
        var pages: [AppID: Int] = [:]
        for row in try SQLiteTool.query(group.database, "SELECT pageno FROM dbstat WHERE name = 'app'") {
            let number = try #require(Int(row))
            let page = Data(bytes[(number - 1) * SQLiteSession.pageSize..<number * SQLiteSession.pageSize])
            for id in before.apps.keys where page.range(of: Data(id.description.utf8)) != nil { pages[id] = number }
        }
        try #require(pages.count == before.apps.count)
        self.pages = pages
    }

    /// Repairs a registry of these bytes. Only the given pages are undamaged.
    @discardableResult
    func repair(_ damaged: [UInt8], pages intact: ClosedRange<Int>) throws -> RepairReport {
        try repair(damaged) { intact.contains($0) && $0 * SQLiteSession.pageSize <= damaged.count }
    }

    /// Repairs a registry of these bytes. All pages but the given ones are undamaged.
    @discardableResult
    func repair(_ damaged: [UInt8], pagesBut hit: ClosedRange<Int>) throws -> RepairReport {
        try repair(damaged) { !hit.contains($0) }
    }

    private func repair(_ damaged: [UInt8], isIntact: (_ page: Int) -> Bool) throws -> RepairReport {
        for file in try group.files() where file.hasPrefix("registry") {
            try FileManager.default.removeItem(atPath: "\(group.container.path)/\(file)")
        }
        try BytesOnDisk.write(damaged, to: group.database)
        let report = try group.registry.repair()
        #expect(try SQLiteTool.query(group.database, "PRAGMA integrity_check") == ["ok"])
        let after = try group.state()
        let expected = pages.filter { isIntact($0.value) }.keys
        for id in expected {
            let (old, new) = (before.apps[id], after.apps[id])
            #expect(new.map(Self.row) == old.map(Self.row), "\(id) on page \(pages[id] ?? 0)")
        }
        if let salvage = report.salvage {
            #expect(salvage.apps == after.apps.count)
            #expect(salvage.settings == after.settings.count)
            #expect(salvage.openings == after.openings.count)
            #expect(salvage.fields == after.apps.values.reduce(0) { $0 + $1.fields.count })
            #expect(Set(salvage.lostApps).isDisjoint(with: after.apps.keys))
            #expect(try BytesOnDisk.read(#require(salvage.keptOldAs)) == damaged)
            // The next process that opens the new registry finds nothing more to do.
            #expect(try group.registry.repair().wasSound)
        }
        return report
    }

    /// The record without what lies on other pages.
    private static func row(_ app: AppRecord) -> AppRecord {
        var app = app
        app.claims = []
        app.actions = []
        app.fields = [:]
        return app
    }
}
