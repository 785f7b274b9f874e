extension String {
    /// The text without white space at its ends.
    public var trimmed: String {
        let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        let start = unicodeScalars.drop(while: isSpace)
        guard let last = start.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(start[...last])
    }
}
