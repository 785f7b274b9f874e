/// A counter that rises with every change of what users may have. What was read from the database in one generation may be
/// outdated in a later one: ``Changes`` tell.
struct Generation: RawRepresentable, Hashable, Comparable, Sendable {
    let rawValue: Int64

    static func < (one: Generation, other: Generation) -> Bool { one.rawValue < other.rawValue }
}

/// The changes after one generation up to another, as they were read from the data.
struct ChangeList: Hashable, Sendable {
    let after: Generation
    let through: Generation
    /// One change for each generation, in order; `nil` if the data no longer tells what has changed.
    let changes: [Change]?
}
