/// How the memory for what was read from the database is divided. All numbers are in bytes, approximately.
struct CacheShares: Hashable, Sendable {
    /// For sessions and their users.
    let sessions: Int
    /// For what users may have.
    let rights: Int
    /// For catalogs.
    let catalogs: Int

    /// Divides a number of bytes.
    init(of total: Int) {
        sessions = total / 4
        rights = total / 8 * 3
        catalogs = total - sessions - rights
    }

    static let standard = CacheShares(of: 256 << 20)
}
