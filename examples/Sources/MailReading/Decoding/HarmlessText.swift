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
        var rest = unicodeScalars[...]
        while let kept = rest.firstIndex(where: isKept) {
            if kept > rest.startIndex { result += SafeText(String(rest[..<kept])).description }
            result.unicodeScalars.append(rest[kept])
            rest = rest[rest.index(after: kept)...]
        }
        return result + SafeText(String(rest)).description
    }
}
