/// The encodings of the two standard fonts whose glyphs are symbols (ISO 32000-1, D.5 and D.6).
extension SimpleEncoding {
    /// The encoding that such a font has of its own; nil for a font of another name.
    static func own(ofFont name: String) -> SimpleEncoding? {
        let plain = name.split(separator: "+").last ?? ""
        if plain.hasPrefix("ZapfDingbats") || plain.hasPrefix("ITCZapfDingbats") { return .dingbats }
        return plain == "Symbol" || plain.hasPrefix("Symbol,") || plain.hasPrefix("SymbolMT") ? .symbol : nil
    }

    static let symbolCharacters: [Unicode.Scalar?] = characters([0x20: symbolLow, 0xA0: symbolHigh])

    static let dingbatCharacters: [Unicode.Scalar?] = {
        // Most codes are in the order of Unicode's block of dingbats. The others stand in other blocks.
        var all = characters([
            0x20: " ", 0x25: "☎", 0x2A: "☛☞", 0x48: "★", 0x6C: "●", 0x6E: "■", 0x73: "▲▼◆", 0x77: "◗",
            0xA8: "♣♦♥♠①②③④⑤⑥⑦⑧⑨⑩", 0xD5: "→↔↕",
        ])
        for (codes, first) in [(0x21...0x7E, 0x2701), (0x80...0x8D, 0x2768), (0xA1...0xFE, 0x2761)] {
            for code in codes where all[code] == nil && code != 0xF0 {
                all[code] = Unicode.Scalar(UInt32(first + code - codes.lowerBound))
            }
        }
        return all
    }()

    /// Characters in their order from some codes on. U+FFFD stands for a code without a character.
    private static func characters(_ parts: [Int: String]) -> [Unicode.Scalar?] {
        var all = [Unicode.Scalar?](repeating: nil, count: 256)
        for (first, text) in parts {
            for (offset, scalar) in text.unicodeScalars.enumerated() where scalar != "\u{FFFD}" {
                all[first + offset] = scalar
            }
        }
        return all
    }

    private static let symbolLow =
        " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧ∆ΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_\u{FFFD}αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"

    private static let symbolHigh =
        "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\u{FFFD}〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭"
}
