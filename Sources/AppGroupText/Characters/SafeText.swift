import AppGroup

/// Untrusted text, made harmless for a terminal.
///
/// Characters that a terminal would interpret, and characters that are invisible, are replaced by something visible: C0
/// controls and DEL by Control Pictures (`␛`), all others by their number (`\u{202E}`). Joiners and selectors stay if
/// the script needs them: inside emoji, after a virama, after an Arabic letter.
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
        var result = ""
        for character in text {
            let cluster = Array(character.unicodeScalars)
            for (index, scalar) in cluster.enumerated() {
                if let escaped = escape(scalar) {
                    result += escaped
                } else if isHarmful(scalar, at: index, of: cluster) {
                    result += picture(of: scalar)
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }

    private static func isHarmful(_ scalar: Unicode.Scalar, at index: Int, of cluster: [Unicode.Scalar]) -> Bool {
        PlainText.disturbs(scalar)
            || scalar.isInvisible && !isNeeded(scalar, at: index, of: cluster)
            || index >= longestCluster && DisplayWidth.of(scalar) == 0
    }

    /// The longest emoji has 10 scalars, and UAX #15 considers 30 marks in a row enough for every language. Further
    /// scalars are shown by their number, which has a width; otherwise endless marks would fit in any number of
    /// columns.
    private static let longestCluster = 32

    private static func isNeeded(_ scalar: Unicode.Scalar, at index: Int, of cluster: [Unicode.Scalar]) -> Bool {
        guard index > 0 else { return false }
        let previous = cluster[index - 1]
        switch scalar.value {
        case 0x200C:  // ZERO WIDTH NON-JOINER, RFC 5892 A.1
            return isVirama(previous) || 0x0620...0x06FF ~= previous.value
        case 0x200D:  // ZERO WIDTH JOINER, RFC 5892 A.2
            return isVirama(previous) || joinsEmoji(at: index, of: cluster)
        case 0xE0020...0xE007F:
            return isFlag(cluster)
        default:
            return scalar.properties.isVariationSelector && !previous.isInvisible
        }
    }

    private static func isVirama(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.canonicalCombiningClass == .virama
    }

    private static func joinsEmoji(at index: Int, of cluster: [Unicode.Scalar]) -> Bool {
        let before = cluster[..<index].last { !$0.properties.isVariationSelector }
        let after = cluster[(index + 1)...].first
        return [before, after].allSatisfy { $0.map { !$0.isASCII && $0.properties.isEmoji } ?? false }
    }

    /// Whether the cluster is the flag of England, Scotland or Wales, the RGI_Emoji_Tag_Sequence of UTS #51: a black
    /// flag followed by a region in tags.
    private static func isFlag(_ cluster: [Unicode.Scalar]) -> Bool {
        guard cluster.first == "\u{1F3F4}" else { return false }
        let tags = cluster.dropFirst().map { $0.value &- 0xE0000 }
        return ["gbeng", "gbsct", "gbwls"].contains { tags == $0.unicodeScalars.map(\.value) + [0x7F] }
    }

    private static func picture(of scalar: Unicode.Scalar) -> String {
        if scalar.isASCII, let picture = Unicode.Scalar(scalar == "\u{7F}" ? 0x2421 : 0x2400 + scalar.value) {
            return String(picture)
        }
        return #"\u{"# + String(scalar.value, radix: 16, uppercase: true) + "}"
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is not drawn, so that different texts may look the same: default ignorables (UAX #44),
    /// interlinear annotation, noncharacters.
    var isInvisible: Bool {
        guard value >= 0xAD else { return false }
        return properties.isDefaultIgnorableCodePoint || 0xFFF9...0xFFFB ~= value || properties.isNoncharacterCodePoint
    }
}
