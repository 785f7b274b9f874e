/// A counter that rises with every change of the data that is worth a notice. A value that was read in one generation may be outdated
/// in a later one, which ``ChangeSummary`` decides.
public struct Generation: RawRepresentable, Hashable, Comparable, Sendable {
    /// How many changes there were.
    public let rawValue: Int64

    /// Takes a number from the data.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Whether the one came before the other.
    public static func < (one: Generation, other: Generation) -> Bool { one.rawValue < other.rawValue }
}

/// The changes after one generation up to another, as they were read from the data.
public struct ChangeList<Change: Sendable>: Sendable {
    /// The generation before these changes.
    public let after: Generation
    /// The generation of the last of these changes.
    public let through: Generation
    /// One change for each generation, in order; `nil` if the data no longer has them.
    public let changes: [Change]?

    /// Puts a list together.
    public init(after: Generation, through: Generation, changes: [Change]?) {
        self.after = after
        self.through = through
        self.changes = changes
    }
}

extension ChangeList: Equatable where Change: Equatable {}
