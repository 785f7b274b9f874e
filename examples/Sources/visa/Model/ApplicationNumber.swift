import ToolProgram

/// The number of an application, as in a table's column of numbers, without any spaces.
///
/// Two numbers are equal if they differ only in the case of letters, the kind of hyphens, or the width or script of digits: a
/// PDF may contain another character for what looks like a hyphen.
struct ApplicationNumber: Hashable, Codable, CustomStringConvertible {
    let description: String

    /// The form in which numbers are compared.
    let key: String

    /// The longest number, in Unicode scalars.
    static let maximumLength = 64

    /// Reads a number as a person or a table writes it: in groups, with any kind of space between them.
    ///
    /// - Returns: nil if nothing is left without the spaces, if it is too long, or if it has no digit.
    init?(_ text: some StringProtocol) {
        let compact = Self.compact(text)
        guard (1...Self.maximumLength).contains(compact.unicodeScalars.count),
            compact.unicodeScalars.contains(where: { $0.properties.numericType != nil }),
            !compact.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        description = compact
        key = Self.folded(compact)
    }

    static func == (first: ApplicationNumber, second: ApplicationNumber) -> Bool { first.key == second.key }

    func hash(into hasher: inout Hasher) { hasher.combine(key) }

    /// Reads the words of a command line.
    ///
    /// - Throws: A ``ToolError`` about the usage if they are not a number.
    init(typed words: [String]) throws(ToolError) {
        let text = words.joined(separator: " ")
        guard let number = ApplicationNumber(text) else {
            throw .usage("“\(text)” is not the number of an application.")
        }
        self = number
    }

    /// The number with plain hyphens and digits, to compare it with a pattern.
    var plain: String { String(String.UnicodeScalarView(description.unicodeScalars.map(\.plain))) }

    /// A text without spaces. Nonbreaking and zero-width spaces count as spaces.
    private static func compact(_ text: some StringProtocol) -> String {
        if text.utf8.allSatisfy({ 0x21..<0x7F ~= $0 }) { return String(text) }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isSpace }))
    }

    /// The form in which a text is compared with the ``key`` of a number: without spaces, in lower case, and with plain
    /// hyphens and digits.
    static func folded(_ text: some StringProtocol, keepingSpaces: Bool = false) -> String {
        if text.utf8.allSatisfy({ 0x21..<0x41 ~= $0 || 0x5B..<0x7F ~= $0 }) { return String(text) }
        let scalars = text.unicodeScalars.filter { keepingSpaces || !$0.isSpace }
        return String(String.UnicodeScalarView(scalars.map(\.folded)))
    }

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let number = ApplicationNumber(text) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "not a number"))
        }
        self = number
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Unicode.Scalar {
    /// Whether it is a space of any kind, even one without a width.
    var isSpace: Bool { properties.isWhitespace || 0x200B...0x200D ~= value }

    /// The ASCII hyphen, digit or other character that it looks like; itself if there is none.
    fileprivate var plain: Unicode.Scalar {
        switch value {
        case ..<0x80: return self
        case 0xAD, 0x2010...0x2015, 0x2212, 0xFE58, 0xFE63, 0xFF0D: return "-"
        case 0xFF01...0xFF5E: return Unicode.Scalar(value - 0xFF01 + 0x21) ?? self
        default:
            guard properties.numericType == .decimal, let digit = properties.numericValue else { return self }
            return Unicode.Scalar(0x30 + UInt8(digit))
        }
    }

    /// The plain character in lower case.
    var folded: Unicode.Scalar {
        let plain = plain
        if plain.isASCII { return 0x41...0x5A ~= plain.value ? Unicode.Scalar(UInt8(plain.value) + 0x20) : plain }
        let lower = plain.properties.lowercaseMapping.unicodeScalars
        return lower.count == 1 ? lower.first ?? plain : plain
    }
}
