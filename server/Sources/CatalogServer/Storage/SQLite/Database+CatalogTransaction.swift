import Foundation
import GRDB
import PostgresClient
import Serving

extension Database: CatalogTransaction {
    static var dialect: CatalogDialect { .sqlite }

    func execute(_ sql: String, _ values: [SQLValue]) throws -> Int {
        try cachedStatement(sql: sql).execute(arguments: Self.arguments(values))
        return changesCount
    }

    func rows<Value>(
        _ sql: String, _ values: [SQLValue], _ read: (inout SQLiteRow) throws -> Value
    ) throws -> [Value] {
        let found = try Row.fetchCursor(cachedStatement(sql: sql), arguments: Self.arguments(values))
        var results: [Value] = []
        while let row = try found.next() {
            var row = SQLiteRow(row)
            results.append(try read(&row))
        }
        return results
    }

    /// To SQLite, `$1` is a name: it numbers names in the order in which a statement first uses them. So values are bound by name.
    private static func arguments(_ values: [SQLValue]) throws -> StatementArguments {
        var named: [String: (any DatabaseValueConvertible)?] = [:]
        for (number, value) in values.enumerated() { named["\(number + 1)"] = try value.databaseValue() }
        return StatementArguments(named)
    }
}

extension CatalogDialect {
    static let sqlite = CatalogDialect(
        now: Schema.now,
        replacingNull: "ifnull",
        packageKey: "package",
        grantKey: "ifnull(user, 0), ifnull(team, 0), ifnull(package, '') COLLATE NOCASE",
        isUploaded: "false",
        isAmong: { "IN (SELECT value FROM json_each(\($0)))" },
        listing: { "(SELECT value AS entry FROM json_each(\($0))) AS listed" })
}

/// One row of an answer of SQLite.
struct SQLiteRow: CatalogRow {
    private let row: Row
    var column = 0

    fileprivate init(_ row: Row) { self.row = row }

    mutating func text() throws -> String { try required() }
    mutating func optionalText() throws -> String? { try next() }
    mutating func integer() throws -> Int64 { try required() }
    mutating func optionalInteger() throws -> Int64? { try next() }
    mutating func boolean() throws -> Bool { try required() }
    mutating func bytes() throws -> [UInt8] { Array(try required() as Data) }

    private mutating func required<Value: DatabaseValueConvertible & StatementColumnConvertible>() throws -> Value {
        guard let value: Value = try next() else { throw unreadable("an empty value") }
        return value
    }

    private mutating func next<Value: DatabaseValueConvertible & StatementColumnConvertible>() throws -> Value? {
        guard column < row.count else { throw unreadable("too few columns") }
        defer { column += 1 }
        return try row.decode(Value?.self, atIndex: column)
    }

    private func unreadable(_ what: String) -> ServiceError {
        ServiceError(ofDatabase: .inputOutput, "SQLite's answer has \(what) in column \(column); restore a backup.")
    }
}

extension SQLValue {
    /// The value as SQLite stores it. An array is a text in JSON, which `json_each` reads.
    fileprivate func databaseValue() throws -> DatabaseValue {
        switch self {
        case .null: .null
        case .text(let text): text.databaseValue
        case .integer(let number): number.databaseValue
        case .boolean(let value): value.databaseValue
        case .bytes(let bytes): Data(bytes).databaseValue
        case .texts(let texts): String(decoding: try JSON.encode(texts), as: UTF8.self).databaseValue
        case .integers(let numbers): "[\(numbers.map { "\($0)" }.joined(separator: ","))]".databaseValue
        }
    }
}
