import AppGroup

/// Untrusted text, made harmless for a terminal.
///
/// Characters that a terminal would interpret, and characters that are invisible, are replaced by something visible: C0
/// controls and DEL by Control Pictures (`␛`), all others by their number (`\u{202E}`). Joiners and selectors stay if
/// the script needs them, for example inside emoji, after a virama, and between Arabic letters.
public struct SafeText: Hashable, Sendable, CustomStringConvertible {
    /// The harmless text.
    public let description: String

    /// Makes any text harmless.
    public init(_ untrusted: String) {
        // Most text is plain ASCII, and there is much of it.
        var text = untrusted
        let isPlain = text.withUTF8 { $0.allSatisfy { 0x20...0x7E ~= $0 } }
        description = isPlain ? untrusted : Self.harmless(untrusted)
    }

    private init(checked: String) {
        description = checked
    }

    /// The width of the text in columns of a terminal.
    public var width: Int { DisplayWidth.of(description) }

    /// Makes text harmless as a field in a line of tab-separated values. Tab, newline, carriage return and backslash
    /// become `\t`, `\n`, `\r` and `\\`; everything else is as on a terminal.
    public static func tsv(_ untrusted: String) -> String {
        if untrusted.utf8.allSatisfy({ 0x20...0x7E ~= $0 && $0 != UInt8(ascii: "\\") }) { return untrusted }
        return harmless(untrusted) { scalar in
            switch scalar {
            case "\t": #"\t"#
            case "\n": #"\n"#
            case "\r": #"\r"#
            case "\\": #"\\"#
            default: nil
            }
        }
    }

    /// The text if it fits in this many columns, otherwise its beginning and an ellipsis.
    public func truncated(to columns: Int) -> SafeText {
        guard DisplayWidth.of(description) > columns else { return self }
        guard columns > 0 else { return SafeText(checked: "") }
        var beginning = ""
        var room = columns - 1
        for character in description {
            room -= DisplayWidth.of(character)
            if room < 0 { break }
            beginning.append(character)
        }
        return SafeText(checked: beginning + "…")
    }

    /// The text if it fits in this many columns, otherwise an ellipsis and its end.
    package func truncatedAtBeginning(to columns: Int) -> SafeText {
        guard DisplayWidth.of(description) > columns else { return self }
        guard columns > 0 else { return SafeText(checked: "") }
        var room = columns - 1
        let end = description.reversed().prefix { character in
            room -= DisplayWidth.of(character)
            return room >= 0
        }
        return SafeText(checked: "…" + String(end.reversed()))
    }

    /// The text if it fits in this many columns, otherwise its beginning, an ellipsis and its end.
    ///
    /// - Parameter end: How many of the columns the ellipsis and the end have; half of them if it is `nil`.
    package func truncatedInMiddle(to columns: Int, end: Int? = nil) -> SafeText {
        guard DisplayWidth.of(description) > columns else { return self }
        let end = truncatedAtBeginning(to: end ?? (columns + 1) / 2)
        let beginning = truncated(to: columns - end.width + 1)
        return SafeText(checked: String(beginning.description.unicodeScalars.dropLast()) + end.description)
    }

    /// The text in lines of at most this many columns, broken at spaces, and inside a word only if it is wider than a
    /// line.
    package func wrapped(to columns: Int) -> [SafeText] {
        var lines: [String] = []
        var (line, width) = ("", 0)
        for word in description.split(separator: " ", omittingEmptySubsequences: false) {
            let wordWidth = DisplayWidth.of(String(word))
            if word.startIndex > description.startIndex {
                if width + 1 + wordWidth <= columns {
                    line += " "
                    width += 1
                } else {
                    lines.append(line)
                    (line, width) = ("", 0)
                }
            }
            for character in word.map({ DisplayWidth.of($0) > columns ? "…" : $0 }) {
                let characterWidth = DisplayWidth.of(character)
                if width > 0, width + characterWidth > columns {
                    lines.append(line)
                    (line, width) = ("", 0)
                }
                line.append(character)
                width += characterWidth
            }
        }
        return (lines + [line]).map { line in
            SafeText(checked: String(line.reversed().drop { $0 == " " }.reversed()))
        }
    }

    private static func harmless(_ text: String, escape: (Unicode.Scalar) -> String? = { _ in nil }) -> String {
        func isPlain(_ scalar: Unicode.Scalar) -> Bool {
            !PlainText.disturbs(scalar) && !scalar.isInvisible && escape(scalar) == nil
        }
        if text.unicodeScalars.count <= longestCluster || text.utf8.allSatisfy(UTF8.isASCII),
            text.unicodeScalars.allSatisfy(isPlain)
        {
            return text
        }
        let scalars = Array(text.unicodeScalars)
        var result = ""
        var start = 0
        for character in text {
            let end = start + character.unicodeScalars.count
            for index in start..<end {
                let scalar = scalars[index]
                if let escaped = escape(scalar) {
                    result += escaped
                } else if PlainText.isHarmful(at: index, of: scalars)
                    || index - start >= longestCluster && DisplayWidth.of(scalar) == 0
                {
                    result += picture(of: scalar)
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
            start = end
        }
        return result
    }

    /// The longest emoji has 10 scalars, and UAX #15 considers 30 marks in a row enough for every language. Further
    /// scalars are shown by their number, which has a width; otherwise endless marks would fit in any number of
    /// columns.
    private static let longestCluster = 32

    private static func picture(of scalar: Unicode.Scalar) -> String {
        if scalar.isASCII, let picture = Unicode.Scalar(scalar == "\u{7F}" ? 0x2421 : 0x2400 + scalar.value) {
            return String(picture)
        }
        return #"\u{"# + String(scalar.value, radix: 16, uppercase: true) + "}"
    }
}
