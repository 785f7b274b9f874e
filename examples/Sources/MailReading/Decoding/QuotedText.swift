extension String {
    var trimmingSpaces: String {
        var text = self[...]
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    /// The text of a quoted string (RFC 5322, 3.2.4). Any other text stays as it is.
    var unquoted: String {
        guard utf8.count >= 2, first == "\"", last == "\"" else { return self }
        return String(dropFirst().dropLast()).withoutEscapes
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
    func splitOutsideQuotes(at separator: Character) -> [String] {
        var pieces = [""]
        var isQuoted = false
        var isEscaped = false
        for character in self {
            if character == separator && !isQuoted {
                pieces.append("")
                continue
            }
            if character == "\"" && !isEscaped { isQuoted.toggle() }
            isEscaped = character == "\\" && !isEscaped
            pieces[pieces.count - 1].append(character)
        }
        return pieces
    }
}
