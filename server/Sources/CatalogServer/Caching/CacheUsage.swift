/// What one cache takes, and how often it could not help.
struct CacheUsage: Hashable, Sendable {
    /// Its name in the metrics.
    let cache: String
    /// The approximate memory that it takes, in bytes.
    let bytes: Int
    /// How often something had to be read or made that was not in it.
    let misses: Int
}

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
