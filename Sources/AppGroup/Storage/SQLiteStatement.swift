import CAppGroupSQLite

/// A prepared statement. Its parameters are bound and its columns read by position, from 1 and from 0 as in SQLite.
final class SQLiteStatement {
    private let handle: OpaquePointer
    private unowned let connection: SQLiteConnection
    private let sql: String

    init(_ sql: String, on connection: SQLiteConnection) throws {
        var handle: OpaquePointer?
        try connection.check(sqlite3_prepare_v2(connection.handle, sql, -1, &handle, nil))
        guard let handle else { throw SQLiteError(code: .error, message: "no statement in “\(sql)”") }
        self.handle = handle
        self.connection = connection
        self.sql = sql
    }

    deinit { sqlite3_finalize(handle) }

    /// Whether it was prepared from this text.
    func has(_ text: String) -> Bool { sql.utf8.count == text.utf8.count && sql == text }

    /// Binds the parameters and runs the statement to its end.
    func run(_ parameters: SQLiteValue...) throws { try run(parameters) }

    /// Binds the parameters and runs the statement to its end.
    func run(_ parameters: [SQLiteValue]) throws {
        try bind(parameters)
        defer { reset() }
        while try step() {}
    }

    /// Binds the parameters and reads the first row, if there is one.
    func first<Row>(_ parameters: SQLiteValue..., row: (SQLiteStatement) throws -> Row) throws -> Row? {
        try bind(parameters)
        defer { reset() }
        return try step() ? row(self) : nil
    }

    /// Binds the parameters and reads every row.
    func all(_ parameters: SQLiteValue..., row: (SQLiteStatement) throws -> Void) throws {
        try bind(parameters)
        defer { reset() }
        while try step() { try row(self) }
    }

    /// Binds the parameters and returns the results of `row` for all rows, except those for which it returns `nil`.
    func compactMap<Row>(_ parameters: SQLiteValue..., row: (SQLiteStatement) throws -> Row?) throws -> [Row] {
        try bind(parameters)
        defer { reset() }
        var rows: [Row] = []
        while try step() { if let made = try row(self) { rows.append(made) } }
        return rows
    }

    private func bind(_ parameters: [SQLiteValue]) throws {
        for (index, parameter) in parameters.enumerated() {
            let position = Int32(index + 1)
            let code =
                switch parameter {
                case .null: sqlite3_bind_null(handle, position)
                case .integer(let number): sqlite3_bind_int64(handle, position, number)
                case .real(let number): sqlite3_bind_double(handle, position, number)
                case .text(let text):
                    sqlite3_bind_text64(
                        handle, position, text, UInt64(text.utf8.count), appgroup_sqlite3_transient(),
                        UInt8(SQLITE_UTF8))
                case .blob(let bytes):
                    bytes.isEmpty
                        ? sqlite3_bind_zeroblob(handle, position, 0)
                        : sqlite3_bind_blob64(
                            handle, position, bytes, UInt64(bytes.count), appgroup_sqlite3_transient())
                }
            try connection.check(code)
        }
    }

    private func step() throws -> Bool {
        let code = ResultCode(rawValue: sqlite3_step(handle))
        switch code {
        case .row: return true
        case .done: return false
        default: throw connection.error(code)
        }
    }

    private func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func bool(_ column: Int32) -> Bool { integer(column) != 0 }

    func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    func integerOrNil(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    func text(_ column: Int32) -> String { withText(column) { String(decoding: $0, as: UTF8.self) } }

    /// Passes the bytes of a text, which are there only during the call.
    func withText<Result>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let start = sqlite3_column_text(handle, column)
        return body(
            UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))))
    }

    func textOrNil(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    func blob(_ column: Int32) -> [UInt8] { withBlob(column) { Array($0) } }

    /// Passes the bytes of a blob, which are there only during the call.
    func withBlob<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let start = sqlite3_column_blob(handle, column)
        return body(
            UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))))
    }

    /// The value as it is stored.
    func value(_ column: Int32) -> SQLiteValue {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_FLOAT: .real(real(column))
        case SQLITE_TEXT: .text(text(column))
        case SQLITE_BLOB: .blob(blob(column))
        default: .null
        }
    }
}

/// A value that a statement's parameter takes.
enum SQLiteValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral {
    case null, integer(Int64), real(Double), text(String), blob([UInt8])

    init(stringLiteral text: String) { self = .text(text) }
    init(integerLiteral number: Int64) { self = .integer(number) }
    init(nilLiteral: ()) { self = .null }

    init(_ text: String?) { self = text.map { .text($0) } ?? .null }
    init(_ number: Int64?) { self = number.map { .integer($0) } ?? .null }
    init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }
}
