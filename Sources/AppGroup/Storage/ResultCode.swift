import CAppGroupSQLite

/// A result code of SQLite. `~=` matches a primary code against every extended form of it.
struct ResultCode: RawRepresentable, Hashable {
    let rawValue: Int32

    static let ok = ResultCode(rawValue: SQLITE_OK)
    static let row = ResultCode(rawValue: SQLITE_ROW)
    static let done = ResultCode(rawValue: SQLITE_DONE)
    static let busy = ResultCode(rawValue: SQLITE_BUSY)
    static let locked = ResultCode(rawValue: SQLITE_LOCKED)
    static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
    static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
    static let full = ResultCode(rawValue: SQLITE_FULL)
    static let inputOutput = ResultCode(rawValue: SQLITE_IOERR)
    static let readFailed = ResultCode(rawValue: SQLITE_IOERR | 1 << 8)
    static let readTooShort = ResultCode(rawValue: SQLITE_IOERR | 2 << 8)
    static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
    /// The file cannot be read without its log, and the log not without writing.
    static let readOnlyWithLog = ResultCode(rawValue: SQLITE_READONLY | 1 << 8)
    static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
    static let permission = ResultCode(rawValue: SQLITE_PERM)
    static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
    static let error = ResultCode(rawValue: SQLITE_ERROR)

    var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

    static func ~= (pattern: ResultCode, value: ResultCode) -> Bool {
        pattern == value || pattern == value.primary
    }
}
