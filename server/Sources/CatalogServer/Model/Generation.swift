/// The state of what users may have: a counter that rises with every change that takes something away or gives it.
/// What was learned from the database in one generation is true only in it.
struct Generation: RawRepresentable, Hashable, Comparable, Sendable {
    let rawValue: Int64

    static func < (one: Generation, other: Generation) -> Bool { one.rawValue < other.rawValue }
}
