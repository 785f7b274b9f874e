import AppGroup
import ToolDatabase
import ToolProgram
import ToolSupport

/// A file of a fund, as the last scan found it.
struct StoredFile: Sendable {
    let id: Int64
    let fund: Int64
    /// Its path below the fund's folder.
    let path: String
    let size: Int
    let modified: Timestamp
}

extension Store {
    /// The files of a fund as the last scan found them, by path.
    func files(of fund: Fund) throws -> [StoredFile] {
        try database.rows(
            "SELECT id, fund, path, size, modified FROM files WHERE fund = ? ORDER BY path", .integer(fund.id),
            as: Self.file)
    }

    /// The files of all funds whose path is this one, or ends with it after a slash.
    func files(named name: String) throws -> [StoredFile] {
        try database.rows(
            "SELECT id, fund, path, size, modified FROM files WHERE path = ?1 OR substr(path, -length(?1) - 1) = '/' || ?1",
            .text(name), as: Self.file)
    }

    func file(id: Int64) throws -> StoredFile? {
        try database.row("SELECT id, fund, path, size, modified FROM files WHERE id = ?", .integer(id), as: Self.file)
    }

    /// The file at a path below a fund's folder, as the last scan found it.
    func file(at path: String, in fund: Fund) throws -> StoredFile? {
        try database.row(
            "SELECT id, fund, path, size, modified FROM files WHERE fund = ? AND path = ?", .integer(fund.id),
            .text(path), as: Self.file)
    }

    private static func file(_ row: SQLRow) -> StoredFile {
        StoredFile(
            id: row.integer(0), fund: row.integer(1), path: row.text(2), size: Int(row.integer(3)),
            modified: Timestamp(seconds: row.integer(4)))
    }

    /// The text of a file; nil if it has none that is known.
    func text(ofFile id: Int64) throws -> String? {
        try database.row("SELECT text FROM files WHERE id = ?", .integer(id)) { $0.optionalText(0) } ?? nil
    }

    /// Records a file that is new or has changed.
    ///
    /// - Parameter text: What can be read in it; nil if nothing can.
    func record(_ entry: FolderEntry, text: String?, of fund: Fund) throws {
        try database.transaction {
            // The fund may have been removed meanwhile.
            guard try self.fund(id: fund.id) != nil else { return }
            try database.run(
                """
                INSERT INTO files(fund, path, size, modified, text) VALUES(?1, ?2, ?3, ?4, ?5)
                ON CONFLICT(fund, path) DO UPDATE SET size = ?3, modified = ?4, text = ?5
                """, .integer(fund.id), .text(entry.path), .integer(Int64(entry.size)), .integer(Int64(entry.modified)),
                SQLValue(text))
            if let file = try file(at: entry.path, in: fund) {
                try index(.file, file.id, date: file.modified, "\(entry.path)\n\(text ?? "")")
            }
        }
    }

    /// Forgets files that are no longer there.
    func removeFiles(_ files: [StoredFile]) throws {
        guard !files.isEmpty else { return }
        try database.transaction {
            for file in files { try database.run("DELETE FROM files WHERE id = ?", .integer(file.id)) }
        }
    }
}
