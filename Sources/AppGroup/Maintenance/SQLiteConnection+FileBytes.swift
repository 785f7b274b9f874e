import CAppGroupSQLite

/// The bytes of the database's file as they are on the disk, whatever is in its log and however damaged they are.
///
/// They are read through the descriptor of SQLite. When a process closes a descriptor of a file, it loses all its POSIX locks
/// on that file, so opening the file here would end the locks of the process's other connections:
/// sqlite.org/howtocorrupt.html, section 2.2. The log is not locked, so anyone may open it.
extension SQLiteConnection {
    /// - Throws: ``SQLiteError`` if the size cannot be told.
    func fileSize() throws -> Int {
        let size = appgroup_sqlite3_file_size(handle)
        guard size >= 0 else { throw SQLiteError(code: .inputOutput, message: "the size of its file is unknown") }
        return Int(size)
    }

    /// The first bytes of the file; fewer if it is shorter.
    func fileBytes(first limit: Int) throws -> [UInt8] {
        let count = min(limit, try fileSize())
        guard count > 0 else { return [] }
        return try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let code = ResultCode(rawValue: appgroup_sqlite3_read_file(handle, buffer.baseAddress, Int32(count)))
            guard code == .ok else { throw SQLiteError(code: code, message: "its file cannot be read") }
            filled = count
        }
    }
}
