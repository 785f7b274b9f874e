extension String {
    /// A text with its next line: with a space between them, unless the line ends within a word at a hyphen.
    public func joined(withLine line: String) -> String {
        if unicodeScalars.last == "\u{AD}" { return String(unicodeScalars.dropLast()) + line }
        let end = unicodeScalars.suffix(2)
        let isWithinWord =
            end.count == 2 && end.last.map { $0 == "-" || $0 == "\u{2010}" } == true
            && end.first?.properties.isWhitespace == false
        return self + (isWithinWord ? "" : " ") + line
    }
}
