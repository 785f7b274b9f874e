import ToolProgram

/// The number of an application, as in a table's column of numbers, without any spaces.
struct ApplicationNumber: Hashable, Codable, CustomStringConvertible {
    let description: String

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
    }

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

    /// A text without spaces. Nonbreaking and zero-width spaces count as spaces.
    static func compact(_ text: some StringProtocol) -> String {
        if text.utf8.allSatisfy({ 0x21..<0x7F ~= $0 }) { return String(text) }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { !$0.properties.isWhitespace && !(0x200B...0x200D).contains($0.value) }))
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
