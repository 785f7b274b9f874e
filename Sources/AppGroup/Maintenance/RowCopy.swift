/// Copies the rows of a registry into the empty tables of another one.
///
/// Only the tables and columns that the target has are read. Other tables, and any triggers and views, stay behind: they are not
/// the registry's, and would run with every later write.
struct RowCopy {
    private let source: SQLiteConnection
    private let target: SQLiteConnection

    init(from source: SQLiteConnection, to target: SQLiteConnection) {
        self.source = source
        self.target = target
    }

    /// To be called with the same version of the schema in both.
    func run() throws {
        var tables: [String] = []
        try target.statement("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all {
            tables.append($0.text(0))
        }
        try target.execute("BEGIN IMMEDIATE")
        for table in tables where table != "meta" { try copy(table) }
        // Everything else in this table is the new registry's own.
        try copy("meta", where: "key = 'recordsUse'")
        // The numbers of openings go on, and were copied with the openings if there are any.
        try target.execute("DELETE FROM sqlite_sequence")
        try copy("sqlite_sequence", where: "name = 'opening'")
        try target.execute("COMMIT")
    }

    private func copy(_ table: String, where condition: String = "1") throws {
        guard try isTable(table) else {
            throw SQLiteError(code: .notADatabase, message: "its table \(table) is missing")
        }
        var columns: [String] = []
        try target.statement("PRAGMA table_info(\(table))").all { columns.append($0.text(1)) }
        let names = columns.joined(separator: ", ")
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        let insertion = try target.statement("INSERT INTO \(table) (\(names)) VALUES (\(places))")
        try source.statement("SELECT \(names) FROM \(table) WHERE \(condition)").all { row in
            try insertion.run(columns.indices.map { row.value(Int32($0)) })
        }
    }

    private func isTable(_ name: String) throws -> Bool {
        try source.statement("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?")
            .first(.text(name)) { $0.bool(0) } ?? false
    }
}
