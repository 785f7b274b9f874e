import AppGroup
import AppGroupPlatform
import ToolDatabase
import ToolProgram
import ToolSupport

/// A file of a fund, as the last scan found it.
struct StoredFile: Identifiable, Sendable {
    let id: Int64
    let fund: Fund.ID
    /// Its path below the fund's folder.
    let path: String
    let size: Int
    let modified: Timestamp
    /// The part of a second after that; nil if an earlier version of fund has recorded the file.
    let nanoseconds: Int64?
    /// nil if it was not computed since the file last changed.
    var sha256: SHA256Digest?

    /// Whether a file has the size and the date with which this one was recorded.
    func matches(_ entry: FolderEntry) -> Bool {
        size == entry.size && modified.seconds == Int64(entry.modified)
            && nanoseconds.map { $0 == Int64(entry.nanoseconds) } ?? true
    }
}

extension Store {
    private static let columns = "id, fund, path, size, modified, nanoseconds, sha256"

    /// The files of a fund as the last scan found them, by path.
    func files(of fund: Fund) throws -> [StoredFile] {
        try database.rows(
            "SELECT \(Self.columns) FROM files WHERE fund = ? ORDER BY path", .integer(fund.id), as: Self.file)
    }

    /// The files of all funds whose path is this one, or ends with it after a slash. If there is none, those whose path looks like
    /// that: letters with marks can be written in two ways, and files from macOS often have the other one.
    func files(named name: String) throws -> [StoredFile] {
        let exact = try database.rows(
            """
            SELECT \(Self.columns) FROM files WHERE path = ?1 OR substr(path, -length(?1) - 1) = '/' || ?1
            """, .text(name), as: Self.file)
        guard exact.isEmpty, !name.utf8.allSatisfy(UTF8.isASCII) else { return exact }
        return try funds().flatMap(files(of:)).filter { $0.path == name || $0.path.hasSuffix("/\(name)") }
    }

    /// The files of a fund whose paths look like this one.
    func files(alike path: String, in fund: Fund) throws -> [StoredFile] {
        try files(of: fund).filter { $0.path == path }
    }

    func file(id: StoredFile.ID) throws -> StoredFile? {
        try database.row("SELECT \(Self.columns) FROM files WHERE id = ?", .integer(id), as: Self.file)
    }

    /// The file at a path below a fund's folder, as the last scan found it.
    func file(at path: String, in fund: Fund) throws -> StoredFile? {
        try database.row(
            "SELECT \(Self.columns) FROM files WHERE fund = ? AND path = ?", .integer(fund.id), .text(path),
            as: Self.file)
    }

    private static func file(_ row: SQLRow) -> StoredFile {
        StoredFile(
            id: row.integer(0), fund: row.integer(1), path: row.text(2), size: Int(row.integer(3)),
            modified: Timestamp(seconds: row.integer(4)), nanoseconds: row.optionalInteger(5),
            sha256: row.optionalText(6).flatMap { SHA256Digest($0) })
    }

    /// Where a file is.
    func place(of file: StoredFile, in fund: Fund) -> String { "\(folder(of: fund))/\(file.path)" }

    /// Whether a file is on the disk as the last scan found it.
    func isUnchanged(_ file: StoredFile, in fund: Fund) -> Bool {
        Files.entry(file.path, in: folder(of: fund)).map(file.matches) ?? false
    }

    /// The text of a file; nil if it has none that is known.
    func text(ofFile id: StoredFile.ID) throws -> String? {
        try database.row("SELECT text FROM files WHERE id = ?", .integer(id)) { $0.optionalText(0) } ?? nil
    }

    /// Records files that are new or have changed, each with what can be read in it; nil if nothing can.
    func record(_ files: [(entry: FolderEntry, text: String?)], of fund: Fund) throws {
        guard !files.isEmpty else { return }
        try database.transaction {
            // The fund may have been removed meanwhile.
            guard try self.fund(id: fund.id) != nil else { return }
            var texts: [(owner: Int64, date: Timestamp, text: String)] = []
            for (entry, text) in files {
                try database.run(
                    """
                    INSERT INTO files(fund, path, size, modified, nanoseconds, text) VALUES(?1, ?2, ?3, ?4, ?5, ?6)
                    ON CONFLICT(fund, path) DO UPDATE
                        SET size = ?3, modified = ?4, nanoseconds = ?5, text = ?6, sha256 = NULL
                    """, .integer(fund.id), .text(entry.path), .integer(Int64(entry.size)),
                    .integer(Int64(entry.modified)), .integer(Int64(entry.nanoseconds)), SQLValue(text))
                guard let file = try file(at: entry.path, in: fund) else { continue }
                texts.append((file.id, file.modified, "\(entry.path)\n\(text ?? "")"))
            }
            try index(.file, texts)
        }
    }

    /// Records the exact dates of files that an earlier version of fund has recorded. That is no change of the files.
    func setNanoseconds(_ entries: [FolderEntry], of fund: Fund) throws {
        guard !entries.isEmpty else { return }
        try database.transaction {
            for entry in entries {
                try database.run(
                    """
                    UPDATE files SET nanoseconds = ?
                        WHERE fund = ? AND path = ? AND size = ? AND modified = ? AND nanoseconds IS NULL
                    """, .integer(Int64(entry.nanoseconds)), .integer(fund.id), .text(entry.path),
                    .integer(Int64(entry.size)), .integer(Int64(entry.modified)))
            }
        }
    }

    /// Records the SHA-256 of a file, unless the file has changed meanwhile.
    func setSHA256(_ sha256: SHA256Digest, of file: StoredFile) throws {
        try database.run(
            "UPDATE files SET sha256 = ? WHERE id = ? AND size = ? AND modified = ? AND nanoseconds IS ?",
            .text("\(sha256)"), .integer(file.id), .integer(Int64(file.size)), .integer(file.modified.seconds),
            SQLValue(file.nanoseconds))
    }

    /// Records that a file has another path. The favorite stays the favorite. To be called within a transaction.
    func move(_ file: StoredFile, to path: String, in fund: Fund) throws {
        try database.run(
            "UPDATE settings SET value = ? WHERE key = ? AND value = ?", .text("\(fund.id)/\(path)"),
            .text(Setting.favorite.rawValue), .text("\(file.fund)/\(file.path)"))
        try database.run(
            "UPDATE files SET fund = ?, path = ? WHERE id = ?", .integer(fund.id), .text(path), .integer(file.id))
        let text = try text(ofFile: file.id)
        try index(.file, file.id, date: file.modified, "\(path)\n\(text ?? "")")
    }

    /// Forgets files that are no longer there.
    func removeFiles(_ files: [StoredFile]) throws {
        guard !files.isEmpty else { return }
        try database.transaction {
            // A sync of another process may have given one another path meanwhile.
            for file in files {
                try database.run(
                    "DELETE FROM files WHERE id = ? AND fund = ? AND path = ?", .integer(file.id), .integer(file.fund),
                    .text(file.path))
            }
        }
    }
}
