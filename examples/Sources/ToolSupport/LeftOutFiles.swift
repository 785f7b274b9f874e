/// Files that a tool leaves out because their names are not UTF-8.
public struct LeftOutFiles: Sendable {
    private var count = 0
    private var first = ""

    /// None yet.
    public init() {}

    /// Adds one, by its name or path in a form to show.
    public mutating func add(_ name: String) {
        if count == 0 { first = name }
        count += 1
    }

    /// What to tell the user; nil if there is none.
    public var sentence: String? {
        switch count {
        case 0: nil
        case 1: "1 file has a name that is not UTF-8 and is left out: \(first). Rename it."
        default: "\(count) files have names that are not UTF-8 and are left out, such as \(first). Rename them."
        }
    }
}
