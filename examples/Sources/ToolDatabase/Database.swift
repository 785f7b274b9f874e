import AppGroupPlatform
import AppGroupText
import CToolSQLite
public import ToolProgram
import ToolSupport

/// A value in a row (sqlite.org/datatype3.html).
public enum SQLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)

    /// A text.
    public init(stringLiteral text: String) { self = .text(text) }
    /// An integer.
    public init(integerLiteral integer: Int64) { self = .integer(integer) }

    /// A text, or `NULL`.
    public init(_ text: String?) { self = text.map(SQLValue.text) ?? .null }
    /// An integer, or `NULL`.
    public init(_ integer: Int64?) { self = integer.map(SQLValue.integer) ?? .null }
}

/// A connection to a SQLite file. One thread at a time may use it.
///
/// Its errors are those of ``ToolError``: 65 if the file is damaged, 74 if it can't be read or written, and 75 if another
/// process is in the way.
public final class Database {
    let path: String
    private var connection: OpaquePointer?
    private var statements: [String: OpaquePointer] = [:]
    /// Whether it is read as a file that nobody changes.
    private var isImmutable = false

    /// How long a statement waits for another process, in milliseconds.
    private static let patience: Int32 = 10_000

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The absolute path of a file in a folder that exists. The file is made if it is missing.
    ///   - forReading: Whether it is enough to read the file, if it or its folder can't be written.
    public init(path: String, forReading: Bool = false) throws(ToolError) {
        self.path = path
        try open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        if forReading { try openUnwritable() }
    }

    /// Opens the file again if SQLite can't read it because it can't make the log that it keeps beside it. Without a log, the
    /// file has everything.
    private func openUnwritable() throws(ToolError) {
        let code = sqlite3_exec(connection, "PRAGMA user_version", nil, nil, nil) & 0xFF
        let folder = String(path[...(path.lastIndex(of: "/") ?? path.startIndex)])
        guard code == SQLITE_READONLY || code == SQLITE_CANTOPEN, !Files.isWritable(folder) else { return }
        for log in ["\(path)-wal", "\(path)-journal"] where !Self.isEmpty(log) {
            throw .inputOutput(
                "\(path) can't be read, because \(log) has its latest changes, and the folder is read-only. Copy the folder to "
                    + "where it can be written.")
        }
        sqlite3_close_v2(connection)
        isImmutable = true
        let address = path.escaping(["%": "%25", "?": "%3F", "#": "%23"])
        try open("file://\(address)?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    }

    /// Whether a file has no bytes, or there is none. One that can't be looked at may have some.
    private static func isEmpty(_ path: String) -> Bool {
        do throws(SystemError) { return try Files.size(of: path) == 0 } catch { return error == .notFound }
    }

    private func open(_ name: String, _ flags: CInt) throws(ToolError) {
        let code = sqlite3_open_v2(name, &connection, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK else { throw failure(code) }
        sqlite3_extended_result_codes(connection, 1)
        sqlite3_busy_timeout(connection, Self.patience)
    }

    /// Whether the file can only be read.
    public var isReadOnly: Bool { sqlite3_db_readonly(connection, "main") == 1 }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(connection)
    }

    /// Runs statements that have no parameters.
    public func run(script: String) throws(ToolError) {
        let code = sqlite3_exec(connection, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// Runs one statement.
    ///
    /// - Returns: How many rows it has changed.
    @discardableResult
    public func run(_ sql: String, _ values: SQLValue...) throws(ToolError) -> Int { try run(sql, values) }

    /// The same with the values in an array.
    @discardableResult
    public func run(_ sql: String, _ values: [SQLValue]) throws(ToolError) -> Int {
        try step(sql, values) { _ in }
        return Int(sqlite3_changes(connection))
    }

    /// Runs an `INSERT` for any number of rows, up to 64 at a time: a statement for each row takes twice as long, and many times as
    /// long if it changes a full-text index.
    ///
    /// - Parameters:
    ///   - head: The SQL before the rows, such as `INSERT INTO texts(kind, folded) VALUES`.
    ///   - row: A row, such as `(?, ?)`.
    ///   - tail: The SQL after the rows, such as `ON CONFLICT DO NOTHING`.
    public func insert(
        _ head: String, row: String, _ tail: String, _ rows: [[SQLValue]]
    ) throws(ToolError) {
        var rest = rows[...]
        while !rest.isEmpty {
            // Powers of two, so that few statements are prepared.
            var count = 64
            while count > rest.count { count /= 2 }
            let list = [String](repeating: row, count: count).joined(separator: ",")
            try run("\(head) \(list) \(tail)", rest.prefix(count).flatMap(\.self))
            rest = rest.dropFirst(count)
        }
    }

    /// The row number of the last `INSERT`.
    public var lastRow: Int64 { sqlite3_last_insert_rowid(connection) }

    /// All rows of a query.
    public func rows<Result>(
        _ sql: String, _ values: SQLValue..., as read: (SQLRow) -> Result
    ) throws(ToolError) -> [Result] {
        try rows(sql, values, as: read)
    }

    /// The same with the values in an array.
    public func rows<Result>(
        _ sql: String, _ values: [SQLValue], as read: (SQLRow) -> Result
    ) throws(ToolError) -> [Result] {
        var results: [Result] = []
        try step(sql, values) { results.append(read($0)) }
        return results
    }

    /// The first row of a query; nil if there is none.
    public func row<Result>(
        _ sql: String, _ values: SQLValue..., as read: (SQLRow) -> Result
    ) throws(ToolError) -> Result? {
        var result: Result?
        try step(sql, values) { if result == nil { result = read($0) } }
        return result
    }

    /// Runs a closure whose changes all happen, or none of them.
    public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try run(script: "BEGIN IMMEDIATE")
        do {
            let result = try body()
            try run(script: "COMMIT")
            return result
        } catch {
            // After a full disk, SQLite may have rolled back by itself.
            sqlite3_exec(connection, "ROLLBACK", nil, nil, nil)
            throw error
        }
    }

    private func step(_ sql: String, _ values: [SQLValue], _ body: (SQLRow) -> Void) throws(ToolError) {
        let statement = try prepared(sql)
        defer { sqlite3_reset(statement) }
        for (index, value) in values.enumerated() {
            let place = Int32(index + 1)
            let code =
                switch value {
                case .null: sqlite3_bind_null(statement, place)
                case .integer(let integer): sqlite3_bind_int64(statement, place, integer)
                case .real(let real): sqlite3_bind_double(statement, place, real)
                case .text(var text):
                    text.withUTF8 { bytes in
                        bytes.withMemoryRebound(to: CChar.self) {
                            sqlite3_bind_text64(
                                statement, place, $0.baseAddress ?? Self.nothing, UInt64($0.count),
                                toolsqlite_transient(), UInt8(SQLITE_UTF8))
                        }
                    }
                }
            guard code == SQLITE_OK else { throw failure(code) }
        }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: body(SQLRow(statement: statement))
            case SQLITE_DONE: return
            case let code: throw failure(code)
            }
        }
    }

    /// An address for a text without bytes: a null pointer would bind NULL.
    private static var nothing: UnsafePointer<CChar> {
        UnsafeRawPointer(("" as StaticString).utf8Start).assumingMemoryBound(to: CChar.self)
    }

    private func prepared(_ sql: String) throws(ToolError) -> OpaquePointer? {
        if let statement = statements[sql] { return statement }
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
        guard code == SQLITE_OK else { throw failure(code) }
        statements[sql] = statement
        return statement
    }

    private func failure(_ code: Int32) -> ToolError {
        let reason = String(cString: sqlite3_errstr(code))
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED:
            return .busy("Another process has been changing \(path) for too long. Is it stopped? Try again later.")
        case SQLITE_FULL: return .inputOutput("\(path) can't be written: the disk is full.")
        case SQLITE_READONLY, SQLITE_PERM:
            return .inputOutput("\(path) can't be written: it, or its folder, is read-only.")
        case SQLITE_CANTOPEN: return .inputOutput("\(path) can't be opened: is its folder read-only, or the disk full?")
        case SQLITE_CORRUPT where isImmutable:
            return .inputOutput(
                "\(path) is damaged, or another machine or user changed it while it was read: try again.")
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            return .unreadable("\(path) is damaged. Replace it with a copy, or move it away to start over.")
        // The index of the log, a file beside the log, could not grow (SQLITE_IOERR_SHMSIZE).
        case SQLITE_IOERR where code == SQLITE_IOERR | 19 << 8:
            return .inputOutput("\(path) can't be written: the disk is full.")
        case SQLITE_IOERR: return .inputOutput("\(path) can't be read or written: \(reason).")
        case SQLITE_TOOBIG: return .unreadable("A text is too long for \(path).")
        default: return .inputOutput("\(path): \(String(cString: sqlite3_errmsg(connection))).")
        }
    }
}

/// A row of a query. It is valid only inside the closure that receives it.
public struct SQLRow {
    fileprivate let statement: OpaquePointer?

    /// An integer; 0 for NULL.
    public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    /// An integer, or nil for NULL.
    public func optionalInteger(_ column: Int32) -> Int64? {
        sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : integer(column)
    }

    /// A number; 0 for NULL.
    public func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

    /// A text; empty for NULL.
    public func text(_ column: Int32) -> String { optionalText(column) ?? "" }

    /// A text, or nil for NULL.
    public func optionalText(_ column: Int32) -> String? {
        guard let bytes = sqlite3_column_text(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// Whether an integer is not 0.
    public func flag(_ column: Int32) -> Bool { integer(column) != 0 }
}
