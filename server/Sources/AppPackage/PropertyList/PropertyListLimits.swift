/// How much of a property list is read before it is refused. Time and memory stay in proportion to these numbers, whatever
/// the file says.
struct PropertyListLimits: Sendable {
    /// The size of the file.
    var bytes = 1 << 20
    /// How many arrays and dictionaries may lie in one another. Values are read, compared and freed by recursion: some
    /// hundreds at most.
    var depth = 32
    /// Values and keys together, counted as often as a binary property list refers to them.
    var values = 50_000
    /// Bytes of all texts, keys and data together, counted as often as a binary property list refers to them.
    var content = 2 << 20

    /// The limits for an app's `Info.plist`.
    static let standard = PropertyListLimits()
}
