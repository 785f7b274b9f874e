import AppGroup
import PostgresClient
import Serving

/// One transaction in which the rules of the catalog read and change its tables.
///
/// The statements are SQL that SQLite and PostgreSQL both understand, except for the parts in ``CatalogDialect``. `$1`, `$2` and
/// so on stand for the values, in any order and as often as needed. Statements are prepared once, so their texts must be few.
protocol CatalogTransaction: SendableMetatype {
    /// One row that a statement returns.
    associatedtype TableRow: CatalogRow

    /// The parts of statements that differ between databases.
    static var dialect: CatalogDialect { get }

    /// Runs a statement.
    ///
    /// - Returns: The number of rows that it changed.
    @discardableResult
    func execute(_ sql: String, _ values: [SQLValue]) throws -> Int

    /// Runs a statement.
    ///
    /// - Returns: The results of `read`, one for each row. It must not run another statement.
    func rows<Value>(
        _ sql: String, _ values: [SQLValue], _ read: (inout TableRow) throws -> Value
    ) throws -> [Value]
}

extension CatalogTransaction {
    /// Runs a statement.
    ///
    /// - Returns: The number of rows that it changed.
    @discardableResult
    func execute(_ sql: String, _ values: SQLValue...) throws -> Int { try execute(sql, values) }

    /// The result of `read` for the first row; `nil` if there is none.
    func first<Value>(
        _ sql: String, _ values: SQLValue..., read: (inout TableRow) throws -> Value
    ) throws -> Value? {
        try first(sql, values, read: read)
    }

    /// The result of `read` for the first row; `nil` if there is none.
    func first<Value>(
        _ sql: String, _ values: [SQLValue], read: (inout TableRow) throws -> Value
    ) throws -> Value? {
        try rows(sql, values, read).first
    }

    /// Whether a statement returns any row.
    func hasRow(_ sql: String, _ values: SQLValue...) throws -> Bool { try !rows(sql, values) { _ in }.isEmpty }
}

/// One row of an answer. Each read takes the column at ``column`` and moves on to the next.
protocol CatalogRow: SendableMetatype {
    /// The place of the column that is read next, from 0.
    var column: Int { get set }

    mutating func text() throws -> String
    /// `nil` for null.
    mutating func optionalText() throws -> String?
    mutating func integer() throws -> Int64
    /// `nil` for null.
    mutating func optionalInteger() throws -> Int64?
    mutating func boolean() throws -> Bool
    mutating func bytes() throws -> [UInt8]
}

extension CatalogRow {
    /// A column that holds one of an enumeration's words.
    ///
    /// - Parameter column: Its name, for errors.
    mutating func word<Word: RawRepresentable>(_ column: String) throws -> Word where Word.RawValue == String {
        let text = try text()
        guard let word = Word(rawValue: text) else { throw ServiceError.unreadable(column, text) }
        return word
    }

    mutating func digest(_ column: String) throws -> BlobDigest {
        let text = try text()
        guard let digest = BlobDigest(text) else { throw ServiceError.unreadable(column, text) }
        return digest
    }

    mutating func moment() throws -> Timestamp { Timestamp(milliseconds: try integer()) }
}
