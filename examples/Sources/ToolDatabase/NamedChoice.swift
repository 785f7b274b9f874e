public import ToolProgram

/// The one of several things that a person means by a text.
public enum NamedChoice {
    /// Picks the entry with this ID, the only one whose ID or name is folded to the same text, or the only one with a name that
    /// contains the text.
    ///
    /// - Parameters:
    ///   - id: What no other entry has.
    ///   - names: What the text may be a part of.
    ///   - shown: How the error for several entries shows each of them.
    ///   - advice: What that error says to do, as a sentence.
    ///   - none: The error if the text means no entry.
    /// - Throws: An error with status 66 if the text could mean several entries.
    public static func pick<Entry>(
        _ what: String, from entries: [Entry], id: (Entry) -> String, names: (Entry) -> [String],
        shown: (Entry) -> String, advice: String = "Be more specific.", none: @autoclosure () -> ToolError
    ) throws(ToolError) -> Entry {
        if let entry = entries.first(where: { id($0) == what }) { return entry }
        let folded = what.folded
        let whole = entries.filter { entry in
            id(entry).folded == folded || names(entry).contains { $0.folded == folded }
        }
        let found =
            whole.isEmpty && !folded.isEmpty
            ? entries.filter { names($0).contains { $0.folded.contains(folded) } } : whole
        switch found.count {
        case 0: throw none()
        case 1: return found[0]
        default: throw ambiguous(what, among: found.map(shown), advice: advice)
        }
    }

    /// The error for a text that could mean several things. It shows the first five.
    public static func ambiguous(
        _ what: String, among shown: [String], advice: String = "Be more specific."
    ) -> ToolError {
        let list = shown.prefix(5).joined(separator: ", ") + (shown.count > 5 ? " and more" : "")
        return .notFound("“\(what)” could be \(list). \(advice)")
    }
}
