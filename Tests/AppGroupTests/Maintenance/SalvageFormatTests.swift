import Foundation
import Testing

@testable import AppGroup

@Suite("Reading a store without SQLite")
struct SalvageFormatTests {
    private static let tables = ["app", "scheme", "field", "setting", "opening", "meta", "sqlite_sequence"]

    /// The rows that a scan finds, as the `sqlite3` command would print them with `quote()`.
    private func rows(_ table: String, in scan: PageScan) -> [String] {
        scan.rows.filter { $0.table.rawValue == table }.map { row in
            row.values.map { value in
                switch value {
                case .null: "NULL"
                case .integer(let number): String(number)
                case .real(let number): number == number.rounded() ? String(Int(number)) : "real"
                case .text(let text): "'\(text.replacingOccurrences(of: "'", with: "''"))'"
                case .blob(let bytes): "X'\(Hexadecimal.string(bytes).uppercased())'"
                }
            }.joined(separator: "|")
        }
    }

    /// The same by `sqlite3`. Real numbers are written in many ways; that they are there is enough.
    private func rows(_ table: String, in database: String) throws -> [String] {
        let columns = try SQLiteTool.query(database, "SELECT name FROM pragma_table_info('\(table)')").map { name in
            """
            CASE WHEN typeof(\(name)) = 'real'
                THEN CASE WHEN \(name) = CAST(\(name) AS INTEGER) THEN CAST(\(name) AS INTEGER) ELSE 'real' END
                ELSE quote(\(name)) END
            """
        }
        return try SQLiteTool.query(database, "SELECT \(columns.joined(separator: ", ")) FROM \(table)")
    }

    @Test("finds exactly the rows that SQLite finds", arguments: [1, 30, 400])
    func findsTheSameRows(apps: Int) throws {
        try SampleGroup.with(apps: apps) { group in
            _ = try SQLiteTool.query(
                group.database, "INSERT INTO offers VALUES ('org.a.b', 'A', NULL, 's'), ('org.a.c', 'A', '1', 's')")
            try group.emptyLog()
            let scan = PageScan(DatabaseImage(file: try BytesOnDisk.read(group.database), log: nil))
            #expect(scan.unreadablePages == 0)
            #expect(scan.unreadableRows == 0)
            for table in Self.tables + ["offers"] {
                #expect(try rows(table, in: scan).sorted() == rows(table, in: group.database).sorted(), "\(table)")
            }
        }
    }

    @Test("finds no row that was deleted", arguments: ["ON", "OFF"])
    func findsNoDeletedRows(secureDelete: String) throws {
        try SampleGroup.with(apps: 200) { group in
            _ = try SQLiteTool.query(
                group.database,
                "PRAGMA secure_delete = \(secureDelete); DELETE FROM app WHERE id > 'org.example.tool1040'; DELETE FROM field"
            )
            try group.emptyLog()
            let image = DatabaseImage(file: try BytesOnDisk.read(group.database), log: nil)
            #expect(try SQLiteTool.query(group.database, "PRAGMA freelist_count") == ["\(image.freePages().count)"])
            #expect(!image.freePages().isEmpty)
            let scan = PageScan(image)
            #expect(rows("app", in: scan).count == 41)
            #expect(rows("field", in: scan).isEmpty)
        }
    }

    @Test("applies the log as SQLite does, wherever it ends", arguments: 0..<40)
    func appliesTheLog(seed: Int) throws {
        try SampleGroup.with(apps: 3 + seed % 5) { group in
            var noise = Noise(seed: UInt64(seed))
            let registry = group.registry
            // A commit of several pages now and then, over a log that was reset before.
            if seed % 2 == 0 { try group.emptyLog() }
            for number in 0..<Int.random(in: 1...20, using: &noise) {
                try registry.setField(
                    "long", to: .string(String(repeating: "\(number)", count: Int.random(in: 1...9000, using: &noise))),
                    of: SampleGroup.appID(number % 3))
            }
            let file = try BytesOnDisk.read(group.database)
            var log = try BytesOnDisk.read("\(group.database)-wal")
            // A writer may have emptied it.
            switch seed % 3 {
            case _ where log.isEmpty: break
            case 0: log.removeLast(Int.random(in: 0..<log.count, using: &noise))
            case 1: log[Int.random(in: 0..<log.count, using: &noise)] ^= 0x40
            default: break
            }
            let copy = group.path("copy.sqlite")
            try BytesOnDisk.write(file, to: copy)
            try BytesOnDisk.write(log, to: "\(copy)-wal")
            let image = DatabaseImage(file: file, log: WriteAheadLogFile(log))
            #expect(try SQLiteTool.query(copy, "PRAGMA wal_checkpoint(TRUNCATE)").count == 1)
            #expect(try BytesOnDisk.read(copy) == image.bytes)
        }
    }

    @Test("survives any bytes", arguments: 0..<60)
    func survivesNoise(seed: Int) throws {
        var noise = Noise(seed: UInt64(seed))
        let size = Int.random(in: 0...200_000, using: &noise)
        var bytes = noise.bytes(size)
        // Pages that begin as real ones do lead further into the reader.
        for start in stride(from: 0, to: max(0, size - 8), by: SQLiteSession.pageSize) {
            bytes[start] = [2, 5, 10, 13].randomElement(using: &noise) ?? 13
            bytes[start + 3] = UInt8.random(in: 0...2, using: &noise)
        }
        let scan = PageScan(DatabaseImage(file: bytes, log: WriteAheadLogFile(noise.bytes(5000))))
        #expect(scan.rows.isEmpty)
    }
}
