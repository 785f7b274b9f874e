/// The parts of statements about the catalog's tables that differ between SQLite and PostgreSQL.
struct CatalogDialect: Sendable {
    /// The clock of the database, in milliseconds since 1970.
    let now: String

    /// The function that replaces null by another value. The indexes are created with it, and SQLite uses an index only for the
    /// same words.
    let replacingNull: String

    /// The package of a release, as the indexes have it. It is compared with packages in lower case.
    let packageKey: String

    /// The columns of the unique index on grants. A grant with the same values is the same grant.
    let grantKey: String

    /// A condition: a complete upload needs the blob `listed.entry`. With SQLite, uploads are not in the database.
    let isUploaded: String

    /// A condition that follows a column: its value is in the array that a parameter such as `$1` stands for.
    let isAmong: @Sendable (_ parameter: String) -> String

    /// A table `listed` with the column `entry`: the texts in the array that a parameter stands for, in their order.
    let listing: @Sendable (_ parameter: String) -> String

    /// A condition: the claim of a row ends at a moment that has passed. A claim lasts for at most an hour. If its end is
    /// further ahead, the clock was wrong when it was made, perhaps by years, and it has ended, too.
    func hasPassed(_ end: String) -> String { "(\(end) <= \(now) OR \(end) > \(now) + 3600000)" }
}
