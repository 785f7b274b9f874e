import AppGroupPlatform

extension SQLiteConnection {
    /// What is wrong with the file as a whole, mostly in SQLite's own words, harmless on a terminal; empty if it is intact.
    func integrityFaults(of path: String) throws -> [String] {
        // SQLite reads the rest of a truncated page as zeros, and notices that only in some places.
        let pageSize = try statement("PRAGMA page_size").first { $0.integer(0) } ?? 1
        if let size = try? Files.status(path).size, size % max(1, pageSize) != 0 {
            return ["the file ends in the middle of a page"]
        }
        var faults: [String] = []
        try statement("PRAGMA integrity_check(10)").all { row in
            let lines = row.text(0).split(separator: "\n")
            faults.append(PlainText.harmless(lines.joined(separator: " ")))
        }
        return faults == ["ok"] ? [] : faults
    }

    /// A row that this code cannot read: another program wrote it, or the disk damaged it.
    struct UndecodableRow {
        let table: String
        /// The primary key's columns and this row's values in them.
        let key: [(column: String, value: SQLiteValue)]
    }

    /// The rows that this code cannot read. The registry must have the version of this code.
    func undecodableRows() throws -> [UndecodableRow] {
        var rows: [UndecodableRow] = []
        func find(_ table: String, key: [String], _ columns: String, _ decodes: (SQLiteStatement) -> Bool) throws {
            try statement("SELECT \(columns) FROM \(table)").all { row in
                // Before it is decoded: SQLite converts a value in its place to the type that it is asked for.
                let key = key.enumerated().map { ($0.element, row.value(Int32($0.offset))) }
                if !decodes(row) { rows.append(UndecodableRow(table: table, key: key)) }
            }
        }
        try find("app", key: ["id"], AppRow.columns) { AppRow.record($0) != nil }
        try find("scheme", key: ["app", "position"], "app, position, scheme") { row in
            (try? AppID(row.text(0))) != nil && (try? URLScheme(row.text(2))) != nil
        }
        try find("field", key: ["app", "key"], "app, key, kind, value") { row in
            (try? AppID(row.text(0))) != nil && (try? FieldKey(stored: row.text(1))) != nil
                && FieldRow.value(row, kindAt: 2) != nil
        }
        try find("action", key: ["app", "position"], "app, position, \(ActionRow.columns)") { row in
            (try? AppID(row.text(0))) != nil && ActionRow.action(row, at: 2) != nil
        }
        try find("setting", key: ["key"], "key, kind, value") { row in
            (try? FieldKey(stored: row.text(0))) != nil && FieldRow.value(row, kindAt: 1) != nil
        }
        let numbers = 0...AppOpening.Number.maximum.value
        try find("opening", key: ["number"], "number, app") { row in
            numbers.contains(row.integer(0)) && (try? AppID(row.text(1))) != nil
        }
        try find("sqlite_sequence", key: ["name"], "name, seq") { numbers.contains($0.integer(1)) }
        return rows
    }

    func delete(_ row: UndecodableRow) throws {
        let condition = row.key.map { "\($0.column) IS ?" }.joined(separator: " AND ")
        try statement("DELETE FROM \(row.table) WHERE \(condition)").run(row.key.map(\.value))
    }
}

extension SQLiteConnection.UndecodableRow: CustomStringConvertible {
    /// The table and the key, harmless on a terminal.
    var description: String {
        let key = key.map { column in
            switch column.value {
            case .text(let text): PlainText.quoted(text)
            case .integer(let number): String(number)
            case .null, .real, .blob: "?"
            }
        }
        return "\(table) \(key.joined(separator: " "))"
    }
}
