import AppGroupText

extension String {
    /// This text as one line that no terminal obeys.
    ///
    /// Anything that would move the cursor, change a color, reverse the direction of writing or stay invisible is shown
    /// instead, such as `␛` or `\u{202E}`: see `SafeText`. The marks that right-to-left text needs stay.
    public var harmless: String { safe { Self.directionMarks.contains($0) } }

    /// The same for text of several lines: line ends and tabs stay.
    public var harmlessLines: String { safe { $0 == "\n" || $0 == "\t" || Self.directionMarks.contains($0) } }

    /// ARABIC LETTER MARK, LEFT-TO-RIGHT MARK and RIGHT-TO-LEFT MARK, which override no direction (UAX #9, 2.6).
    private static let directionMarks: [Unicode.Scalar] = ["\u{61C}", "\u{200E}", "\u{200F}"]

    private func safe(except isKept: (Unicode.Scalar) -> Bool) -> String {
        var result = ""
        for (index, part) in unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: isKept).enumerated()
        {
            if index > 0 { result.unicodeScalars.append(unicodeScalars[unicodeScalars.index(before: part.startIndex)]) }
            result += SafeText(String(part)).description
        }
        return result
    }
}
