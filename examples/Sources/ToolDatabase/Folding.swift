extension String {
    /// The text in the form in which it is searched: in lower case, and each run of white space as one space.
    ///
    /// Each scalar is mapped by itself, so a part of the text stays a part of the folded text.
    public var folded: String {
        var text = self
        if let ascii = text.withUTF8(Self.foldedASCII) { return ascii }
        var result = ""
        result.reserveCapacity(utf8.count)
        var endsWithSpace = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                if !endsWithSpace { result.unicodeScalars.append(" ") }
                endsWithSpace = true
                continue
            }
            endsWithSpace = false
            switch scalar {
            case "ς": result.unicodeScalars.append("σ")
            case "ß": result += "ss"
            default: result += scalar.properties.lowercaseMapping
            }
        }
        return result
    }

    /// The same for text in ASCII, which is much faster; nil if there is any other character.
    private static func foldedASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.allSatisfy(UTF8.isASCII) else { return nil }
        return String(unsafeUninitializedCapacity: bytes.count) { buffer in
            var count = 0
            var endsWithSpace = false
            for byte in bytes {
                let isSpace = byte == 0x20 || 0x09...0x0D ~= byte
                if isSpace, endsWithSpace { continue }
                endsWithSpace = isSpace
                buffer[count] = isSpace ? 0x20 : 0x41...0x5A ~= byte ? byte + 32 : byte
                count += 1
            }
            return count
        }
    }
}
