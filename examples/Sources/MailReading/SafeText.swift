extension String {
    /// This text as one line that no terminal obeys: what would move the cursor, change a colour or turn the direction
    /// of writing is shown instead, such as `␛` or `\u{202E}`.
    public var harmless: String { showing { _ in false } }

    /// The same for text of several lines: line ends and tabs stay.
    public var harmlessLines: String { showing { $0 == "\n" || $0 == "\t" } }

    private func showing(except isKept: (Unicode.Scalar) -> Bool) -> String {
        var result = UnicodeScalarView()
        for scalar in unicodeScalars {
            if !scalar.isHarmful || isKept(scalar) {
                result.append(scalar)
            } else {
                result.append(contentsOf: scalar.picture.unicodeScalars)
            }
        }
        return String(result)
    }
}

extension Unicode.Scalar {
    /// Control characters, line separators, and what embeds, overrides or isolates a direction (UAX #9, 2). The marks
    /// that right-to-left text needs stay.
    fileprivate var isHarmful: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x2028...0x202E, 0x2066...0x206F: true
        default: false
        }
    }

    /// Its picture in the block Control Pictures, or else its number.
    fileprivate var picture: String {
        switch value {
        case 0x00...0x1F: Unicode.Scalar(0x2400 + value).map(String.init) ?? ""
        case 0x7F: "\u{2421}"
        default: "\\u{\(String(value, radix: 16, uppercase: true))}"
        }
    }
}
