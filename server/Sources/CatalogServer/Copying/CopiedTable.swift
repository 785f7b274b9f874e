/// A table whose rows are copied from one database of a catalog to another.
struct CopiedTable: Sendable {
    /// What a column holds, as SQLite stores it. PostgreSQL has truth values, too, which are 0 or 1 here.
    enum Kind: Sendable {
        case integer, boolean, text, bytes
    }

    let name: String
    let columns: [(name: String, kind: Kind)]
    /// How many of the first columns make the key, by which rows are sorted.
    let keyCount: Int
    /// Whether the database numbers rows itself, and never uses a number twice.
    let isNumbered: Bool

    init(_ name: String, key: Int = 1, isNumbered: Bool = true, _ columns: [(String, Kind)]) {
        self.name = name
        keyCount = key
        self.isNumbered = isNumbered
        self.columns = columns
    }

    /// All of them, each after those that it refers to.
    static let all = [
        CopiedTable(
            "user",
            [
                ("id", .integer), ("name", .text), ("role", .text), ("password", .text), ("isDisabled", .boolean),
                ("created", .integer),
            ]),
        CopiedTable("team", [("id", .integer), ("name", .text), ("created", .integer)]),
        CopiedTable("membership", key: 2, isNumbered: false, [("user", .integer), ("team", .integer)]),
        CopiedTable(
            "permission",
            [
                ("id", .integer), ("user", .integer), ("team", .integer), ("package", .text), ("channel", .text),
                ("created", .integer),
            ]),
        CopiedTable(
            "release",
            [
                ("id", .integer), ("package", .text), ("name", .text), ("version", .text), ("build", .text),
                ("operatingSystem", .text), ("architectures", .text), ("minimumSystem", .text), ("schemes", .text),
                ("icon", .text), ("iconFormat", .text), ("digest", .text), ("size", .integer),
                ("unpackedSize", .integer),
                ("channel", .text), ("rollout", .integer), ("notes", .text), ("withdrawn", .text),
                ("published", .integer),
                ("publisher", .text),
            ]),
        CopiedTable(
            "session", isNumbered: false,
            [
                ("id", .text), ("token", .bytes), ("user", .integer), ("client", .text), ("created", .integer),
                ("lastUsed", .integer),
            ]),
        CopiedTable(
            "audit",
            [
                ("id", .integer), ("moment", .integer), ("actor", .text), ("address", .text), ("action", .text),
                ("subject", .text),
            ]),
    ]

    // MARK: - SQL, which both databases understand

    private func list(_ count: Int? = nil) -> String {
        columns.prefix(count ?? columns.count).map { "\"\($0.name)\"" }.joined(separator: ", ")
    }

    /// Reads rows by their key.
    ///
    /// - Parameter place: What stands for a parameter, by its number from 1.
    func selection(isFirst: Bool, limit: Int, folding: Bool, _ place: (Int) -> String) -> String {
        let places = (1...keyCount).map(place).joined(separator: ", ")
        let sql =
            "SELECT \(list()) FROM \"\(name)\"" + (isFirst ? "" : " WHERE (\(list(keyCount))) > (\(places))")
            + " ORDER BY \(list(keyCount)) LIMIT \(limit)"
        return folding ? Self.folded(sql) : sql
    }

    /// Reads the key of the last row.
    func lastKey(folding: Bool) -> String {
        let order = columns.prefix(keyCount).map { "\"\($0.name)\" DESC" }.joined(separator: ", ")
        let sql = "SELECT \(list(keyCount)) FROM \"\(name)\" ORDER BY \(order) LIMIT 1"
        return folding ? Self.folded(sql) : sql
    }

    /// Writes one row.
    func insertion(folding: Bool, _ place: (Int) -> String) -> String {
        let places = (1...columns.count).map(place).joined(separator: ", ")
        let sql = "INSERT INTO \"\(name)\" (\(list())) VALUES (\(places))"
        return folding ? Self.folded(sql) : sql
    }

    /// The names as PostgreSQL has them: the tables were made with names outside of quotation marks, which have no upper case.
    private static func folded(_ sql: String) -> String {
        sql.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .map { $0 % 2 == 1 ? $1.lowercased() : String($1) }.joined(separator: "\"")
    }
}
