/// A font, reduced to its text: how strings split into codes, what the codes mean, and how wide the glyphs are.
final class Font {
    /// How a string splits into codes.
    enum Coding {
        case bytes
        case pairs
        case spaces([CMap.CodeSpace])
    }

    /// The name that the PDF gives it, without the prefix of a subset.
    let name: String
    /// The factor that makes its sizes comparable with those of other fonts. Only Type 3 fonts, whose glyphs have their own
    /// units, differ from 1.
    let sizeFactor: Double
    /// Whether its text runs down the page. Then widths are heights.
    let isVertical: Bool
    private let coding: Coding
    private let simple: [Glyph]
    /// The widths of codes that stand for their own ASCII character; NaN for all other codes.
    private let plainWidths: [Double]
    private var composite: [UInt32: Glyph] = [:]
    private let makeGlyph: (UInt32) -> Glyph

    init(
        name: String, coding: Coding, sizeFactor: Double = 1, isVertical: Bool = false,
        makeGlyph: @escaping (UInt32) -> Glyph
    ) {
        self.name = name.split(separator: "+", maxSplits: 1).last.map(String.init) ?? name
        self.coding = coding
        self.sizeFactor = sizeFactor
        self.isVertical = isVertical
        self.makeGlyph = makeGlyph
        if case .bytes = coding { simple = (0..<256).map { makeGlyph($0) } } else { simple = [] }
        plainWidths = simple.enumerated().map { code, glyph in glyph.isASCII(code) ? glyph.width : .nan }
    }

    /// How many codes at the beginning of a string stand for their own ASCII character, blanks excluded, and their total
    /// width.
    func plainBeginning(of string: ArraySlice<UInt8>) -> (count: Int, width: Double) {
        guard !plainWidths.isEmpty else { return (0, 0) }
        var (count, width) = (0, 0.0)
        for code in string {
            let own = plainWidths[Int(code)]
            if own.isNaN { break }
            count += 1
            width += own
        }
        return (count, width)
    }

    /// Calls `body` for each glyph of a string. `isSpace` is true for the single byte 32, to which word spacing applies.
    @inline(__always)
    func forEachGlyph(
        in string: ArraySlice<UInt8>, _ body: (_ glyph: Glyph, _ isSpace: Bool) throws -> Void
    ) rethrows {
        switch coding {
        case .bytes:
            for byte in string { try body(simple[Int(byte)], byte == 32) }
        case .pairs:
            var index = string.startIndex
            while index + 1 < string.endIndex {
                try body(glyph(UInt32(string[index]) << 8 | UInt32(string[index + 1])), false)
                index += 2
            }
        case .spaces(let spaces):
            var index = string.startIndex
            while index < string.endIndex {
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

    /// The code at an index, and its length. If no code space contains it, it has the shortest length.
    private static func code(in string: ArraySlice<UInt8>, at index: Int, _ spaces: [CMap.CodeSpace]) -> (UInt32, Int) {
        var code: UInt32 = 0
        let left = string.endIndex - index
        for length in 1...min(4, left) {
            code = code << 8 | UInt32(string[index + length - 1])
            if spaces.contains(where: { $0.length == length && $0.contains(code) }) { return (code, length) }
        }
        return (UInt32(string[index]), max(1, min(spaces.map(\.length).min() ?? 1, left)))
    }
}
