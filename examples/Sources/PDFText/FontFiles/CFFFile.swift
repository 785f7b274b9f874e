/// The names and codes of the glyphs in a CFF font (Adobe Technical Note 5176).
struct CFFFile {
    private let bytes: FontBytes
    private let strings: CFFIndex
    /// The numbers of the glyphs' names. Empty if the font numbers its glyphs instead of naming them.
    private let names: [Int]
    /// Where the encoding stands, or the number of a predefined one.
    private let encoding: Int

    private enum Key {
        static let charset = 15
        static let encoding = 16
        static let glyphs = 17
        static let registry = 1230
    }

    /// - Returns: nil if the bytes are not such a font.
    init?(_ bytes: FontBytes) {
        guard let headerSize = bytes.byte(2), let fonts = CFFIndex(bytes, at: headerSize),
            let tops = CFFIndex(bytes, at: fonts.end), let top = tops.object(0).map(CFFDictionary.init),
            let strings = CFFIndex(bytes, at: tops.end), let start = top[Key.glyphs],
            let count = CFFIndex(bytes, at: start)?.count
        else { return nil }
        self.bytes = bytes
        self.strings = strings
        encoding = top[Key.encoding] ?? 0
        names = top.contains(Key.registry) ? [] : Self.charset(bytes, at: top[Key.charset] ?? 0, count: count)
    }

    /// The text of all 256 codes; nil for a code without one.
    var texts: [String?] {
        switch encoding {
        case _ where names.isEmpty: [String?](repeating: nil, count: 256)
        case 0: SimpleEncoding.standard.texts
        // The codes of the expert encoding are no letters.
        case 1: [String?](repeating: nil, count: 256)
        default: ownTexts
        }
    }

    /// The text of a glyph in a composite font; nil if the glyph has no name, or one that doesn't tell it.
    func text(ofGlyph glyph: Int) -> String? { names.indices.contains(glyph) ? text(ofName: names[glyph]) : nil }

    private func text(ofName number: Int) -> String? { CFFNames.name(number, strings).flatMap(GlyphName.text) }

    /// The number of each glyph's name.
    private static func charset(_ bytes: FontBytes, at offset: Int, count: Int) -> [Int] {
        // The first predefined set is in order. The glyphs of the others, which are for experts, are no letters.
        guard offset > 2 else { return offset == 0 ? Array(0..<min(count, 229)) : [0] }
        var charset = [0]
        charset.reserveCapacity(count)
        var index = offset + 1
        switch bytes.byte(offset) {
        case 0:
            while charset.count < count, let next = bytes.short(index) {
                charset.append(next)
                index += 2
            }
        case let format? where format < 3:
            while charset.count < count, let first = bytes.short(index),
                let left = bytes.number(index + 2, size: format)
            {
                charset += first..<(first + min(left + 1, count - charset.count))
                index += 2 + format
            }
        default: break
        }
        return charset
    }

    /// The text of all codes, by the font's own encoding.
    private var ownTexts: [String?] {
        var texts = [String?](repeating: nil, count: 256)
        guard let format = bytes.byte(encoding), let count = bytes.byte(encoding + 1) else { return texts }
        let isRanges = format & 0x7F == 1
        var index = encoding + 2
        var glyph = 1
        for _ in 0..<count {
            guard let first = bytes.byte(index) else { return texts }
            for code in first...(first + (isRanges ? bytes.byte(index + 1) ?? 0 : 0)) {
                if code < 256 { texts[code] = text(ofGlyph: glyph) }
                glyph += 1
            }
            index += isRanges ? 2 : 1
        }
        // More codes for glyphs that have one already.
        guard format & 0x80 != 0, let more = bytes.byte(index) else { return texts }
        for place in 0..<more {
            let entry = index + 1 + 3 * place
            guard let code = bytes.byte(entry), let name = bytes.short(entry + 1) else { break }
            texts[code] = text(ofName: name)
        }
        return texts
    }
}
