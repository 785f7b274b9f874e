import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Reading a registry without SQLite")
struct SalvageFormatTests {
    private static let tables = ["app", "scheme", "field", "action", "setting", "opening", "meta", "sqlite_sequence"]

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

    @Test("The salvage finds exactly the rows that SQLite finds", arguments: [1, 30, 400])
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

    @Test("The salvage finds no deleted row", arguments: ["ON", "OFF"])
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

    @Test("The salvage applies the log as SQLite does, wherever the log ends", arguments: 0..<40)
    func appliesTheLog(seed: Int) throws {
        try SampleGroup.with(apps: 3 + seed % 5) { group in
            var noise = RandomSource(seed: UInt64(seed))
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

    @Test("The salvage survives any bytes", arguments: 0..<60)
    func survivesNoise(seed: Int) throws {
        var noise = RandomSource(seed: UInt64(seed))
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

    @Test("The salvage takes no more from a page than the file can hold, however often it points to the same bytes")
    func boundsAPage() throws {
        let size = 65_536
        var bytes = [UInt8](repeating: 0, count: 2 * size)
        let count = 10_000
        bytes[size] = BTreePage.Kind.leafTable.rawValue
        bytes[size + 3] = UInt8(count >> 8)
        bytes[size + 4] = UInt8(count & 0xFF)
        // Every pointer leads to one cell of 1 MiB that goes on in the first page, which goes on in itself.
        let cell = 30_000
        for index in 0..<count {
            bytes[size + 8 + 2 * index] = UInt8(cell >> 8)
            bytes[size + 9 + 2 * index] = UInt8(cell & 0xFF)
        }
        bytes.replaceSubrange(size + cell..<size + cell + 4, with: [0xC0, 0x80, 0x00, 1])
        bytes.replaceSubrange(0..<4, with: [0, 0, 0, 1])
        let log = try #require(WriteAheadLogFile(Self.log(pageSize: size, pages: [(3, 3)])))
        let image = DatabaseImage(file: bytes, log: log)
        #expect(image.pageSize == size && image.pageCount == 3)
        let page = try #require(BTreePage(2, of: image))
        #expect(page.cells.count + page.unreadableCells == count)
        #expect(page.cells.reduce(0) { $0 + $1.payload.count } < 8 << 20)
    }

    @Test("The salvage allocates nothing for a page of the log that no registry can have")
    func boundsTheLog() throws {
        let log = try #require(WriteAheadLogFile(Self.log(pageSize: 65_536, pages: [(1, 0), (.max, .max)])))
        let image = DatabaseImage(file: [], log: log)
        #expect(image.pageCount == 1)
        #expect(image.missingPages == Int(UInt32.max) - 1)
    }

    /// A write-ahead log of empty pages: their numbers, and how many pages the registry has after each, 0 for no commit.
    private static func log(pageSize: Int, pages: [(number: UInt32, commit: UInt32)]) -> [UInt8] {
        func words(_ numbers: [UInt32]) -> [UInt8] {
            numbers.flatMap { number in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) } }
        }
        var sums: (UInt32, UInt32) = (0, 0)
        func add(_ numbers: [UInt32]) -> [UInt32] {
            for index in stride(from: 0, to: numbers.count, by: 2) {
                sums.0 &+= numbers[index] &+ sums.1
                sums.1 &+= numbers[index + 1] &+ sums.0
            }
            return [sums.0, sums.1]
        }
        let header: [UInt32] = [0x377F_0683, 3_007_000, UInt32(pageSize), 0, 7, 9]
        var log = words(header + add(header))
        for (number, commit) in pages {
            _ = add([number, commit])
            let sum = add([UInt32](repeating: 0, count: pageSize / 4))
            log += words([number, commit, 7, 9] + sum) + [UInt8](repeating: 0, count: pageSize)
        }
        return log
    }
}
