/// The claims of answers and documents about their encoding, and their meaning. The time to read a claim grows only with its length.
enum EncodingClaim {
    /// The parameter `charset` of a media type (RFC 9110, 8.3.2).
    static func inContentType(_ field: String) -> String? {
        let parts = Array(field.utf8).split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        for parameter in parts.dropFirst() {
            let text = parameter.drop { $0.isBlank }
            guard text.starts(withName: "charset") else { continue }
            let name = word(text.dropFirst("charset".utf8.count)) {
                !$0.isBlank && !$0.isQuote && $0 != UInt8(ascii: ",")
            }
            if let name { return name }
        }
        return nil
    }

    /// The encoding that an XML declaration names (XML 1.0, 4.3.3).
    static func inDeclaration(_ declaration: ArraySlice<UInt8>) -> String? {
        for text in texts(after: "encoding", in: declaration) {
            guard let (value, isQuoted) = value(text), isQuoted, let end = value.firstIndex(where: \.isQuote) else {
                continue
            }
            var name = value[..<end]
            while name.last?.isBlank == true { name.removeLast() }
            if !name.isEmpty { return String(decoding: name, as: UTF8.self) }
        }
        return nil
    }

    /// The encoding that the head of a page names: `<meta charset="…">`, or the same within `content`.
    static func inPage(_ head: ArraySlice<UInt8>) -> String? {
        for piece in head.split(separator: UInt8(ascii: ">")) {
            guard let element = texts(after: "<meta", in: piece).first else { continue }
            for text in texts(after: "charset", in: element).reversed() {
                let name = word(text) { $0.isLetter || $0.isDigit || "_:.-".utf8.contains($0) }
                if let name { return name }
            }
        }
        return nil
    }

    /// Whether this is a name of UTF-8.
    static func isUTF8(_ name: String) -> Bool {
        ["utf8", "u8", "utf", "utf8ucs2", "utf8ucs4", "unicode11utf8", "xunicode20utf8", "cp65001"].contains(
            squeezed(name))
    }

    /// Whether many servers send this name without knowing the encoding.
    static func isThoughtless(_ name: String) -> Bool {
        ["iso88591", "latin1", "usascii", "ascii", "windows1252", "cp1252"].contains(squeezed(name))
    }

    private static func squeezed(_ name: String) -> String {
        String(name.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// The text after each occurrence of a name, in uppercase or lowercase.
    private static func texts(after name: StaticString, in text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        text.indices.filter { text[$0...].starts(withName: name) }.map { text[($0 + name.utf8CodeUnitCount)...] }
    }

    /// The beginning of a value as far as its bytes pass a test; nil if the first one does not.
    private static func word(_ text: ArraySlice<UInt8>, _ isPart: (UInt8) -> Bool) -> String? {
        guard let word = value(text)?.text.prefix(while: isPart), !word.isEmpty else { return nil }
        return String(decoding: word, as: UTF8.self)
    }

    /// The text after an equals sign, without blanks and a quotation mark before it; nil if the text doesn't begin with an
    /// equals sign.
    private static func value(_ text: ArraySlice<UInt8>) -> (text: ArraySlice<UInt8>, isQuoted: Bool)? {
        var rest = text.drop { $0.isBlank }
        guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
        rest = rest.drop { $0.isBlank }
        let isQuoted = rest.first?.isQuote == true
        if isQuoted { rest.removeFirst() }
        return (rest.drop { $0.isBlank }, isQuoted)
    }
}

extension UInt8 {
    fileprivate var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }
}
