import AppGroupPlatform

/// The capabilities of an output.
public struct Terminal: Hashable, Sendable {
    /// The width of a line; `nil` if the output is a file or a pipe, where lines are not truncated.
    public let columns: Int?
    /// Whether to write bold and colored text.
    public let showsStyles: Bool

    /// A file or a pipe: complete lines without colors.
    public static let absent = Terminal(isTerminal: false)

    /// Derives the capabilities of an output from its properties and the environment.
    ///
    /// - Parameters:
    ///   - isTerminal: Whether the output is a terminal.
    ///   - columns: The width that the terminal reports; 80 if it reports none.
    ///   - noColor: The value of `NO_COLOR`; anything but the empty string turns colors off (https://no-color.org).
    ///   - term: The value of `TERM`; `dumb` shows no colors.
    public init(isTerminal: Bool, columns: Int? = nil, noColor: String? = nil, term: String? = nil) {
        let known = columns.flatMap { $0 > 0 ? $0 : nil }
        self.columns = isTerminal ? known ?? 80 : nil
        showsStyles = isTerminal && (noColor ?? "").isEmpty && term != "dumb"
    }

    /// The current capabilities of this process's standard output; ``absent`` if it is a file or a pipe. A terminal that `TERM`
    /// does not describe shows no colors.
    public static var current: Terminal {
        let environment = ProcessEnvironment.current
        let isTerminal = StandardStream.output.isTerminal
        return Terminal(
            isTerminal: isTerminal, columns: isTerminal ? StandardStream.output.columns : nil,
            noColor: environment["NO_COLOR"], term: environment["TERM"] ?? "dumb")
    }

    package func styled(_ text: String, _ style: Style?) -> String {
        guard showsStyles, let style else { return text }
        return style.applied(to: text)
    }

    /// Text that opens a URL when it is clicked (OSC 8, a convention of terminals); the text alone if the output is no such
    /// terminal, or if the URL has other characters than the visible ones of ASCII.
    package func linked(_ text: String, to url: String?) -> String {
        guard showsStyles, let url, url.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return text }
        return "\u{1B}]8;;\(url)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
    }
}

/// A text style; the raw value is its SGR parameter (ECMA-48, 8.3.117).
public enum Style: Int, Sendable {
    case bold = 1
    case dim = 2
    case red = 31
    case green = 32
    case yellow = 33
    case blue = 34
    case cyan = 36

    func applied(to text: String) -> String {
        "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
    }
}
