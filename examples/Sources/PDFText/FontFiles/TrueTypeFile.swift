/// What a TrueType or OpenType font tells of its glyphs: the tables `cmap` and `post`, or those of a CFF font within.
struct TrueTypeFile {
    private let maps: CharacterMaps
    private let names: PostNames?
    private let cff: CFFFile?

    /// The most tables of a font. The format has about fifty kinds.
    private static let tableLimit = 128

    /// - Returns: nil if the bytes are not such a font.
    init?(_ bytes: [UInt8]) {
        let file = FontBytes(bytes)
        // The first font of a collection.
        let start = file.text(0, length: 4) == "ttcf" ? file.long(12) ?? 0 : 0
        guard let version = file.long(start), [0x0001_0000, 0x7472_7565, 0x4F54_544F].contains(version),
            let count = file.short(start + 4)
        else { return nil }
        var tables: [String: FontBytes] = [:]
        for index in 0..<min(count, Self.tableLimit) {
            let entry = start + 12 + 16 * index
            guard let tag = file.text(entry, length: 4), let offset = file.long(entry + 8),
                let length = file.long(entry + 12)
            else { continue }
            tables[tag] = file.part(from: offset, length: length)
        }
        maps = CharacterMaps(tables["cmap"])
        names = tables["post"].flatMap(PostNames.init)
        cff = tables["CFF "].flatMap(CFFFile.init)
    }

    /// How many entries of its map of characters were read.
    var work: Int { maps.work }

    /// The text of a glyph: that of a character that shows it, or of its name.
    func text(ofGlyph glyph: Int) -> String? {
        if let scalar = maps.characters[glyph] { return String(scalar) }
        return names?.text(ofGlyph: glyph) ?? cff?.text(ofGlyph: glyph)
    }

    /// The text of all 256 codes; nil for a code without one (ISO 32000-1, 9.6.6.4).
    var texts: [String?] {
        guard !maps.codes.isEmpty else {
            // Only characters select the glyphs, so the codes are characters.
            let named = cff?.texts
            return SimpleEncoding.winAnsi.texts.enumerated().map { code, text in
                named?[code] ?? (text?.unicodeScalars.first.flatMap { maps.glyphs[Int($0.value)] } == nil ? nil : text)
            }
        }
        return (0..<256).map { code in maps.codes[code].flatMap { $0 > 0 ? text(ofGlyph: $0) : nil } }
    }

    /// The text of all codes of ASCII if they are characters, in a font that doesn't tell what any glyph means. A code below 32
    /// with a glyph shows that the codes are only numbers. Writers of PDF number further characters from 128.
    var guessedTexts: [String?] {
        let codes = maps.codes
        let isNumbered = codes.contains { code, glyph in code < 32 && glyph != 0 && !Self.isControl(code) }
        guard !isNumbered, !texts.contains(where: { $0 != nil }) else { return [String?](repeating: nil, count: 256) }
        return maps.encoding.texts.enumerated().map { code, text in codes[code] == nil || code > 126 ? nil : text }
    }

    /// The control characters that fonts of Apple give an empty glyph.
    private static func isControl(_ code: Int) -> Bool { [0, 8, 9, 10, 13, 29].contains(code) }
}
