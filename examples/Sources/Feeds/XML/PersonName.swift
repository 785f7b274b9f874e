/// The name in a text that names a person, such as `ada@example.com (Ada)` in RSS's `author`.
enum PersonName {
    /// The name; the address if there is no name.
    static func parse(_ text: String) -> String {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let address = words.first(where: { $0.contains("@") && $0.contains(".") }) else { return text }
        let marks: Set<Character> = ["(", ")", "<", ">", ",", ";", "\"", "[", "]"]
        let name = words.filter { $0 != address }.joined(separator: " ").trimming { marks.contains($0) || $0 == " " }
        if !name.isEmpty { return name }
        let bare = String(address).trimming { marks.contains($0) }
        return bare.lowercased().hasPrefix("mailto:") ? String(bare.dropFirst("mailto:".count)) : bare
    }
}

extension String {
    fileprivate func trimming(_ isCut: (Character) -> Bool) -> String {
        var text = self[...]
        while let first = text.first, isCut(first) { text.removeFirst() }
        while let last = text.last, isCut(last) { text.removeLast() }
        return String(text)
    }
}
