import ToolClient
import ToolDatabase
import ToolProgram
import ToolSupport

/// A file that devices share: one that is here, or that only another device has.
struct SharedFile: Sendable {
    let fund: Fund
    let id: SyncID
    /// What it is in its newest version.
    let content: FileContent
    let version: Int64
    /// nil if it is not here.
    let owner: StoredFile.ID?
    /// Whether its newest version is not here.
    let needsFetching: Bool
    /// Whether the server is known to have the bytes of the version that is here.
    let isUploaded: Bool

    /// What names it on the command line.
    var selector: String { "\(fund.name)/\(content.path)" }

    /// The files that a user means by `FUND/PATH`, or by a path. Two files of one path are both meant: the server may have such files
    /// until a device gives one of them another name.
    static func named(_ what: String, among files: [SharedFile]) throws(ToolError) -> [SharedFile] {
        let exact = files.filter { $0.selector == what }
        guard exact.isEmpty else { return exact }
        let found = files.filter { $0.content.path == what }
        guard Set(found.map(\.selector)).count <= 1 else {
            throw NamedChoice.ambiguous(what, among: found.map { "“\($0.selector)”" })
        }
        return found
    }
}

extension Store {
    /// All files that were synced, by fund, path and ID.
    func sharedFiles() throws -> [SharedFile] {
        let funds = Dictionary(
            try database.rows(
                """
                SELECT o.id, funds.id, name, created FROM sync_objects o
                    LEFT JOIN sync_objects j ON j.kind = \(SyncKind.fund.sql) AND j.id = o.joined
                    JOIN funds ON funds.id = coalesce(o.owner, j.owner) WHERE o.kind = \(SyncKind.fund.sql)
                """
            ) { ($0.id(0), Fund(id: $0.integer(1), name: $0.text(2), created: .init(seconds: $0.integer(3)))) }
        ) { first, _ in first }
        return try database.rows(
            """
            SELECT o.id, o.owner, o.version, o.base, i.version, i.content, o.is_uploaded FROM sync_objects o
                LEFT JOIN sync_incoming i ON i.kind = \(SyncKind.file.sql) AND i.id = o.id
            WHERE o.kind = \(SyncKind.file.sql) AND o.base IS NOT NULL AND (o.owner IS NOT NULL OR o.changes = 0)
                AND (i.id IS NULL OR i.content IS NOT NULL)
            """
        ) { row -> SharedFile? in
            let newer = row.optionalText(5)
            guard let content: FileContent = StableJSON.value(in: newer ?? row.text(3)), let fund = funds[content.fund]
            else { return nil }
            let owner = row.optionalInteger(1)
            return SharedFile(
                fund: fund, id: row.id(0), content: content, version: newer == nil ? row.integer(2) : row.integer(4),
                owner: owner, needsFetching: owner == nil || newer != nil, isUploaded: row.flag(6))
        }.compactMap(\.self).sorted { ($0.selector, $0.id) < ($1.selector, $1.id) }
    }

    /// Records that the newest version of a shared file is here now, in the place of an object that the file was before. To be
    /// called within a transaction.
    ///
    /// - Parameter isChanged: Whether the server has to learn its path here.
    func settle(_ shared: SharedFile, as file: StoredFile, isChanged: Bool = false) throws {
        try put(
            SyncObject(
                kind: .file, id: shared.id, owner: file.id, version: shared.version, changes: isChanged ? 1 : 0,
                base: StableJSON.text(shared.content)))
        try unstage(.file, id: shared.id)
    }

    /// Remembers that the server has the bytes of a file, as long as it has that version. A power failure may undo that.
    func noteUpload(of shared: SharedFile) throws {
        try writingFast {
            _ = try database.run(
                "UPDATE sync_objects SET is_uploaded = 1 WHERE kind = \(SyncKind.file.sql) AND id = ? AND version = ?",
                .id(shared.id), .integer(shared.version))
        }
    }

    /// The files that only other devices have.
    func distantFiles() throws -> [SharedFile] { try sharedFiles().filter { $0.owner == nil } }

    /// The files of a fund that only other devices have.
    func distantFiles(of fund: Fund) throws -> [SharedFile] { try distantFiles().filter { $0.fund.id == fund.id } }
}
