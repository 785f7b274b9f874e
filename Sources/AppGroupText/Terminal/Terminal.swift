/// What the output can show.
public struct Terminal: Hashable, Sendable {
    /// The columns that a line may take; nil where the output is a file or a pipe and nothing is cut.
    public let columns: Int?
    /// Whether bold and coloured text is wanted, and shown as such.
    public let showsStyles: Bool

    /// A file or a pipe: whole lines, no colours.
    public static let absent = Terminal(isTerminal: false)

    /// What an output can show that is a terminal, or none, under these circumstances.
    ///
    /// - Parameters:
    ///   - isTerminal: Whether the output is a terminal.
    ///   - columns: The terminal's own answer; 80 where it has none.
    ///   - noColor: The value of `NO_COLOR`; anything but the empty string turns colours off (https://no-color.org).
    ///   - term: The value of `TERM`; `dumb` shows no colours.
    public init(isTerminal: Bool, columns: Int? = nil, noColor: String? = nil, term: String? = nil) {
        let known = columns.flatMap { $0 > 0 ? $0 : nil }
        self.columns = isTerminal ? known ?? 80 : nil
        showsStyles = isTerminal && (noColor ?? "").isEmpty && term != "dumb"
    }

    package func styled(_ text: String, _ style: Style?) -> String {
        guard showsStyles, let style else { return text }
        return style.applied(to: text)
    }
}
