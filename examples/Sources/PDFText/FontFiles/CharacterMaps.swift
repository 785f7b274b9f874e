/// The table `cmap` of a TrueType or OpenType font: which characters or codes select which glyphs.
struct CharacterMaps {
    /// The glyphs of characters.
    private(set) var glyphs: [Int: Int] = [:]
    /// The characters that glyphs show. If there are several, the first.
    private(set) var characters: [Int: Unicode.Scalar] = [:]
    /// The glyphs of codes of one byte, for a font whose codes need not be characters.
    private(set) var codes: [Int: Int] = [:]
    /// How many entries were read, whatever they say.
    private(set) var work = 0
    /// What the codes would mean if they were characters.
    private(set) var encoding = SimpleEncoding.winAnsi

    private enum Kind: Int {
        // In the order in which a font is asked.
        case fullUnicode, unicode, symbols, macRoman

        init?(platform: Int, encoding: Int) {
            switch (platform, encoding) {
            case (3, 10), (0, 4...6): self = .fullUnicode
            case (3, 1), (0, 0...3): self = .unicode
            case (3, 0): self = .symbols
            case (1, 0): self = .macRoman
            default: return nil
            }
        }
    }

    init(_ table: FontBytes?) {
        guard let table, let count = table.short(2) else { return }
        var maps: [Kind: CharacterMap] = [:]
        for index in 0..<min(count, 64) {
            let entry = 4 + 8 * index
            guard let platform = table.short(entry), let encoding = table.short(entry + 2),
                let kind = Kind(platform: platform, encoding: encoding), maps[kind] == nil,
                let map = table.long(entry + 4).flatMap({ table.part(from: $0) })
            else { continue }
            maps[kind] = CharacterMap(map)
        }
        (maps[.fullUnicode] ?? maps[.unicode])?.forEach { code, glyph in
            work += 1
            guard glyph > 0, let scalar = Unicode.Scalar(UInt32(code)) else { return }
            glyphs[code] = glyph
            // Old fonts for symbols have codes in the private area in place of characters.
            if scalar.properties.generalCategory == .privateUse { return }
            if characters[glyph].map({ scalar < $0 }) ?? true { characters[glyph] = scalar }
        }
        // The codes of symbols may stand in the private area.
        maps[.symbols]?.forEach { code, glyph in
            work += 1
            if code < 0x100 || (0xF000..<0xF300).contains(code) { codes[code & 0xFF] = glyph }
        }
        guard codes.isEmpty else { return }
        maps[.macRoman]?.forEach { code, glyph in if code < 0x100 { codes[code] = glyph } }
        encoding = .macRoman
    }
}

/// One map of the table `cmap`.
private struct CharacterMap {
    private let bytes: FontBytes

    /// The most codes that are read. No honest map has more.
    private static let limit = 0x2_0000

    init(_ bytes: FontBytes) { self.bytes = bytes }

    /// Calls `body` for each code and its glyph.
    func forEach(_ body: (_ code: Int, _ glyph: Int) -> Void) {
        switch bytes.short(0) {
        case 0: for code in 0..<256 { bytes.byte(6 + code).map { body(code, $0) } }
        case 4: forEachInSegments(body)
        case 6:
            guard let first = bytes.short(6), let count = bytes.short(8) else { return }
            for index in 0..<count { bytes.short(10 + 2 * index).map { body(first + index, $0) } }
        case 12: forEachInGroups(body)
        default: break
        }
    }

    private func forEachInSegments(_ body: (Int, Int) -> Void) {
        guard let size = bytes.short(6) else { return }
        var left = Self.limit
        for place in stride(from: 0, to: size, by: 2) {
            let offsetPlace = 16 + 3 * size + place
            guard let last = bytes.short(14 + place), let first = bytes.short(16 + size + place), first <= last,
                let delta = bytes.short(16 + 2 * size + place), let offset = bytes.short(offsetPlace)
            else { continue }
            for code in first...last where code != 0xFFFF {
                left -= 1
                if left < 0 { return }
                if offset == 0 {
                    body(code, (code + delta) & 0xFFFF)
                } else if let glyph = bytes.short(offsetPlace + offset + 2 * (code - first)), glyph != 0 {
                    body(code, (glyph + delta) & 0xFFFF)
                }
            }
        }
    }

    private func forEachInGroups(_ body: (Int, Int) -> Void) {
        guard let count = bytes.long(12) else { return }
        var left = Self.limit
        for index in 0..<min(count, Self.limit) {
            let group = 16 + 12 * index
            guard let first = bytes.long(group), let last = bytes.long(group + 4), let glyph = bytes.long(group + 8)
            else { return }
            guard first <= last, last <= 0x10_FFFF else { continue }
            for code in first...last {
                left -= 1
                if left < 0 { return }
                body(code, glyph + code - first)
            }
        }
    }
}
