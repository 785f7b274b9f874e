/// The encoding of a Type 1 font, which stands in the part that isn't encrypted (Adobe Type 1 Font Format, 2.2).
struct Type1File {
    /// The text of all 256 codes; nil for a code without one.
    let texts: [String?]

    /// The most tokens in an encoding: five for each of 256 codes, and some more.
    private static let tokenLimit = 4096

    /// - Returns: nil if the bytes are not such a font.
    init?(_ bytes: [UInt8]) {
        // Some files begin with the length of their first part.
        let start = bytes.first == 0x80 ? 6 : 0
        guard bytes.count > start, bytes[start...].starts(with: Array("%!".utf8)),
            let place = bytes.firstIndex(of: "/Encoding", from: start)
        else { return nil }
        var lexer = Lexer(bytes, at: place + 9)
        if case .keyword("StandardEncoding") = lexer.next() {
            texts = SimpleEncoding.standard.texts
            return
        }
        lexer.position = place + 9
        texts = Self.texts(&lexer)
    }

    /// Reads `dup 65 /A put` for each code, or a list of all names in brackets.
    private static func texts(_ lexer: inout Lexer) -> [String?] {
        var texts = [String?](repeating: nil, count: 256)
        var code = 0
        var isList = false
        for _ in 0..<tokenLimit {
            lexer.forgetText()
            switch lexer.next() {
            case .integer(let number): code = number
            case .arrayStart: (isList, code) = (true, 0)
            case .name(let range):
                if texts.indices.contains(code) {
                    texts[code] = GlyphName.text(String(decoding: lexer.text(range), as: UTF8.self))
                }
                if isList, code < 256 { code += 1 }
            // The end of the loop that fills the encoding with `.notdef`.
            case .keyword("for"): texts = [String?](repeating: nil, count: 256)
            case .keyword("def"), .keyword("readonly"), .keyword("eexec"), .arrayEnd, .end: return texts
            // A code such as 8#101 in octal digits.
            case .keyword(let word): code = word.octalCode ?? code
            default: break
            }
        }
        return texts
    }
}

extension Keyword {
    /// The value of a number such as `8#101`; nil for any other word.
    fileprivate var octalCode: Int? {
        var value = 0
        var factor = 1
        var bits = bits
        while bits & 0xFF >= 0x30, bits & 0xFF <= 0x37, factor <= 512 {
            value += Int(bits & 7) * factor
            factor *= 8
            bits >>= 8
        }
        return factor > 1 && bits == 0x3823 ? value : nil
    }
}
