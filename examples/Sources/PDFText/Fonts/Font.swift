/// A font as far as its text goes: where codes begin and end, what they mean, how wide their glyphs are.
final class Font {
    /// How a string is cut into codes.
    enum Coding {
        case bytes
        case pairs
        case spaces([CMap.CodeSpace])
    }

    /// The name that the PDF gives it, without the mark of a subset.
    let name: String
    private let coding: Coding
    private let simple: [Glyph]
    private var composite: [UInt32: Glyph] = [:]
    private let makeGlyph: (UInt32) -> Glyph

    init(name: String, coding: Coding, makeGlyph: @escaping (UInt32) -> Glyph) {
        self.name = name.split(separator: "+", maxSplits: 1).last.map(String.init) ?? name
        self.coding = coding
        self.makeGlyph = makeGlyph
        if case .bytes = coding { simple = (0..<256).map { makeGlyph($0) } } else { simple = [] }
    }

    /// Goes through the glyphs of a string; `isSpace` is said of the single byte 32, to which word spacing applies.
    @inline(__always)
    func forEachGlyph(in string: [UInt8], _ body: (_ glyph: Glyph, _ isSpace: Bool) throws -> Void) rethrows {
        switch coding {
        case .bytes:
            for byte in string { try body(simple[Int(byte)], byte == 32) }
        case .pairs:
            var index = 0
            while index + 1 < string.count {
                try body(glyph(UInt32(string[index]) << 8 | UInt32(string[index + 1])), false)
                index += 2
            }
        case .spaces(let spaces):
            var index = 0
            while index < string.count {
                let (code, length) = Self.code(in: string, at: index, spaces)
                try body(glyph(code), length == 1 && code == 32)
                index += length
            }
        }
    }

    private func glyph(_ code: UInt32) -> Glyph {
        if let known = composite[code] { return known }
        let glyph = makeGlyph(code)
        if composite.count < 0x1_0000 { composite[code] = glyph }
        return glyph
    }

    /// The code that lies in one of the spaces; where none does, one of the shortest length.
    private static func code(in string: [UInt8], at index: Int, _ spaces: [CMap.CodeSpace]) -> (UInt32, Int) {
        var code: UInt32 = 0
        for length in 1...min(4, string.count - index) {
            code = code << 8 | UInt32(string[index + length - 1])
            if spaces.contains(where: { $0.length == length && $0.range.contains(code) }) { return (code, length) }
        }
        return (UInt32(string[index]), max(1, min(spaces.map(\.length).min() ?? 1, string.count - index)))
    }
}
