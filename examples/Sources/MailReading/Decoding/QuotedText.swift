extension String {
    var trimmingSpaces: String {
        var text = self[...]
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    /// The text of a quoted string (RFC 5322, 3.2.4). Any other text stays as it is.
    var unquoted: String {
        let quote = UInt8(ascii: "\"")
        guard utf8.count >= 2, utf8.first == quote, utf8.last == quote else { return self }
        return String(unicodeScalars.dropFirst().dropLast()).withoutEscapes
    }

    /// The text without the backslashes that escape characters (RFC 5322, 3.2.1).
    var withoutEscapes: String {
        var result = UnicodeScalarView()
        var rest = Substring(self).unicodeScalars
        while let next = rest.popFirst() {
            if let kept = next == "\\" ? rest.popFirst() : next { result.append(kept) }
        }
        return String(result)
    }

    /// The pieces between separators. A separator inside a quoted string doesn't count.
    ///
    /// It looks at scalars: see ``AuthenticationResults``.
    func splitOutsideQuotes(at separator: Unicode.Scalar) -> [String] {
        var pieces = [String.UnicodeScalarView()]
        var isQuoted = false
        var isEscaped = false
        for character in unicodeScalars {
            if character == separator && !isQuoted {
                pieces.append(String.UnicodeScalarView())
                continue
            }
            if character == "\"" && !isEscaped { isQuoted.toggle() }
            isEscaped = character == "\\" && !isEscaped
            pieces[pieces.count - 1].append(character)
        }
        return pieces.map { String($0) }
    }
}
