/// Fills a new registry with what is left of a damaged one.
struct RegistrySalvage {
    private let image: DatabaseImage
    private let scan: PageScan
    /// The damaged file with its log applied; `nil` if the log holds nothing.
    let folded: [UInt8]?

    /// - Parameters:
    ///   - file: The database, however damaged.
    ///   - log: The write-ahead log next to it.
    init(file: [UInt8], log: [UInt8]) {
        let log = WriteAheadLogFile(log)
        image = DatabaseImage(file: file, log: log)
        scan = PageScan(image)
        folded = log == nil ? nil : image.bytes
    }

    /// The release that made the registry, if it is a newer one with additions that this code would lose; harmless on a terminal.
    func newerRelease(than schema: Schema) -> String? {
        let release = scan.meta("release")?.text
        // If the registry names a release whose versions are known, a later version is damage. So is a number beyond a thousand.
        guard !schema.knows(release: release) else { return nil }
        let isNewer = [image.userVersion, scan.meta("oldestWriter")?.integer].contains { version in
            version.map { $0 > schema.version && $0 <= 1000 } ?? false
        }
        return isNewer ? PlainText.harmless(release ?? "a newer one") : nil
    }

    /// Writes what was found into the empty tables of a new registry, and reports it.
    func fill(_ connection: SQLiteConnection) throws -> RepairReport.Salvage {
        try connection.execute("BEGIN IMMEDIATE")
        for table in SalvagedRow.Table.allCases { try copy(table, to: connection) }
        var undecodable = 0
        for row in try connection.undecodableRows() {
            try connection.delete(row)
            undecodable += 1
        }
        let lost = try forgetOrphans(connection)
        try connection.execute("COMMIT")
        func count(_ table: String) throws -> Int {
            try connection.statement("SELECT count(*) FROM \(table)").first { Int($0.integer(0)) } ?? 0
        }
        return RepairReport.Salvage(
            apps: try count("app"), fields: try count("field"), settings: try count("setting"),
            openings: try count("opening"), lostApps: lost, lostPages: image.missingPages + scan.unreadablePages,
            lostRows: scan.unreadableRows + undecodable)
    }

    private func copy(_ table: SalvagedRow.Table, to connection: SQLiteConnection) throws {
        let rows = scan.rows.filter { $0.table == table }
        switch table {
        case .sequence:
            // A number is never used twice, not even that of a lost opening.
            let limit = AppOpening.Number.maximum.value
            let sequences = rows.compactMap { $0.values[1].integer }.filter { (0...limit).contains($0) }
            try connection.execute(
                """
                DELETE FROM sqlite_sequence;
                INSERT INTO sqlite_sequence (name, seq) SELECT 'opening', max(
                    ifnull((SELECT max(number) FROM opening WHERE number <= \(limit)), 0),
                    ifnull((SELECT max(lastOpening) FROM app WHERE lastOpening <= \(limit)), 0),
                    \(sequences.max() ?? 0))
                """)
        case .meta:
            // The rest of this table is the new registry's own.
            guard let records = scan.meta("recordsUse")?.integer else { return }
            try connection.statement("INSERT INTO meta (key, value) VALUES ('recordsUse', ?)").run(.integer(records))
        default:
            var columns: [String] = []
            try connection.statement("PRAGMA table_info(\(table.rawValue))").all { columns.append($0.text(1)) }
            for row in rows {
                let names = columns.prefix(row.values.count).joined(separator: ", ")
                let values = row.values.prefix(columns.count)
                let places = values.map { _ in "?" }.joined(separator: ", ")
                try connection.statement("INSERT OR IGNORE INTO \(table.rawValue) (\(names)) VALUES (\(places))")
                    .run(Array(values))
            }
        }
    }

    /// Drops everything that belonged to apps that have lost their own row, except for openings, from which the group learns.
    ///
    /// - Returns: Those apps.
    private func forgetOrphans(_ connection: SQLiteConnection) throws -> [AppID] {
        var lost: Set<AppID> = []
        let orphans = "app NOT IN (SELECT id FROM app)"
        for table in ["scheme", "field", "action", "opening", "rise"] {
            try connection.statement("SELECT DISTINCT app FROM \(table) WHERE \(orphans)").all { row in
                if let id = try? AppID(row.text(0)) { lost.insert(id) }
            }
        }
        for table in ["scheme", "field", "action", "rise"] {
            try connection.execute("DELETE FROM \(table) WHERE \(orphans)")
        }
        return lost.sorted()
    }
}
