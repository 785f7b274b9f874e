/// The meaning of names such as `a65` or `C41`, which repeat the code of a glyph in decimal or hexadecimal digits. TeX's
/// drivers give them to the bitmaps of Type 3 fonts.
struct NumberedNames {
    /// What a code between 0 and 255 means.
    let texts: [String?]

    /// - Parameter names: The names of a font's glyphs by their codes.
    /// - Returns: nil if a name isn't of this kind.
    init?(_ names: [Int: String]) {
        guard !names.isEmpty, let (name, code) = names.first.map({ ($0.value, $0.key) }) else { return nil }
        let prefix = name.prefix { $0.isASCII && $0.isLetter }
        // The prefix of a hexadecimal name is one letter, since the next letter may be a digit.
        let isDecimal = names.allSatisfy { $0.value == "\(prefix)\($0.key)" }
        let isHexadecimal = names.allSatisfy { code, name in
            name.count == 3 && name.first == prefix.first && Int(name.dropFirst(), radix: 16) == code
        }
        guard code < 256, isDecimal || isHexadecimal, !prefix.isEmpty else { return nil }
        let codes = Set(names.keys)
        texts = isDecimal && prefix == "a" ? TeXEncoding(codes).texts : SimpleEncoding.winAnsi.texts
    }
}

/// What the codes of TeX's fonts for text mean. There are two encodings: the old OT1, and T1, which has accented letters.
/// They agree on letters and digits.
private struct TeXEncoding {
    let texts: [String?]

    /// - Parameter codes: The codes of the glyphs that a font has. They tell which encoding it is.
    init(_ codes: Set<Int>) {
        var texts: [String?] = SimpleEncoding.winAnsi.texts.prefix(128) + [String?](repeating: nil, count: 128)
        (texts[0x27], texts[0x60]) = ("’", "‘")
        let hasOldLigatures = codes.contains { (11...15).contains($0) }
        let isNew = codes.contains { $0 >= 128 } || !hasOldLigatures && codes.contains { (27...31).contains($0) }
        for (index, text) in ["ff", "fi", "fl", "ffi", "ffl"].enumerated() { texts[(isNew ? 27 : 11) + index] = text }
        if isNew {
            for (offset, text) in "“”„«»–—".enumerated() { texts[16 + offset] = String(text) }
            for (offset, scalar) in Self.upper.unicodeScalars.enumerated() { texts[128 + offset] = String(scalar) }
            texts[0xDF] = "SS"
        } else if hasOldLigatures {
            for (offset, text) in "ßæœøÆŒØ".enumerated() { texts[25 + offset] = String(text) }
            for (code, text) in [(16, "ı"), (0x22, "”"), (0x5C, "“"), (0x7B, "–"), (0x7C, "—")] { texts[code] = text }
        }
        self.texts = texts
    }

    /// The characters of T1 from 128 on.
    private static let upper =
        "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£"
        + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞ\u{1E9E}àáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß"
}
