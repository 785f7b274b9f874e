import AppGroup
import RemoteFiles
import ToolDatabase
import ToolProgram

/// A file that is being fetched, or whose fetching was interrupted.
struct PendingFetch: Sendable {
    /// Its number, which is never used again: it names the lock and the part.
    let id: Int64
    let fund: Fund.ID
    let remote: Int64
    let path: String
    /// The name that it will have, unless another file has it by then.
    let name: String
    let begun: Timestamp
    /// What the drive calls this version of the file; nil if that is not known.
    let version: String?

    /// The name of the part in the fund's folder. It is hidden, so no scan finds it.
    var partName: String { Self.partName(id) }

    /// The name of the part of a fetch with this number.
    static func partName(_ id: Int64) -> String { ".fetch-\(id).part" }
}

extension Store {
    private static let fetchColumns = "id, fund, remote, path, name, begun, version"

    private static func fetch(_ row: SQLRow) -> PendingFetch {
        PendingFetch(
            id: row.integer(0), fund: row.integer(1), remote: row.integer(2), path: row.text(3), name: row.text(4),
            begun: Timestamp(seconds: row.integer(5)), version: row.optionalText(6))
    }

    /// All files that are being fetched, or wait for that.
    func fetches() throws -> [PendingFetch] {
        try database.rows("SELECT \(Self.fetchColumns) FROM fetches ORDER BY id", as: Self.fetch)
    }

    func fetch(id: Int64) throws -> PendingFetch? {
        try database.row("SELECT \(Self.fetchColumns) FROM fetches WHERE id = ?", .integer(id), as: Self.fetch)
    }

    /// The fetch of a file into a fund: the one that was interrupted, or a new one.
    func beginFetch(_ spot: RemoteSpot, into fund: Fund, as name: String, at now: Timestamp) throws -> PendingFetch {
        try database.transaction {
            guard try self.fund(id: fund.id) != nil else {
                throw ToolError.notFound("The fund “\(fund.name)” has been removed.")
            }
            try database.run(
                """
                INSERT INTO fetches(fund, remote, path, name, begun) VALUES(?, ?, ?, ?, ?)
                ON CONFLICT(fund, remote, path) DO NOTHING
                """, .integer(fund.id), .integer(spot.remote.id), .text("\(spot.path)"), .text(name),
                .integer(now.seconds))
            let fetch = try database.row(
                "SELECT \(Self.fetchColumns) FROM fetches WHERE fund = ? AND remote = ? AND path = ?",
                .integer(fund.id), .integer(spot.remote.id), .text("\(spot.path)"), as: Self.fetch)
            guard let fetch else { throw ToolError.busy("\(spot.selector) can't be fetched now. Try again later.") }
            return fetch
        }
    }

    /// Remembers the version of the bytes that have arrived.
    func setVersion(_ version: String?, ofFetch id: Int64) throws {
        try database.run("UPDATE fetches SET version = ? WHERE id = ?", SQLValue(version), .integer(id))
    }

    /// Forgets a fetch, because the file is there or nobody wants it.
    func removeFetch(_ id: Int64) throws { try database.run("DELETE FROM fetches WHERE id = ?", .integer(id)) }
}
