/// One change of the tables that a release brings.
///
/// Servers of the previous release keep running meanwhile. So it adds what they can ignore, or removes what they no longer use, and
/// no request waits longer than a moment for it.
struct PostgresMigration: Sendable {
    /// The way to apply the change.
    enum Kind: Sendable {
        /// Statements in one transaction that take moments, however many rows there are. They lock one table that is in use.
        case statements(String)
        /// An index with this name, which is built while requests continue: the text after `ON`.
        case index(String, isUnique: Bool, on: String)
        /// One statement that changes a limited number of rows, and is repeated until it finds none.
        case rows(String)
    }

    let name: String
    /// The oldest release that can use the tables afterwards.
    let oldest: OldestRelease
    let kind: Kind
}
