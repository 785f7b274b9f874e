/// Fonts with codes of one byte.
extension FontLoader {
    /// The work of making all glyphs, as a number of bytes read.
    private static let work = 4096

    func simpleFont(_ dictionary: PDFDictionary, _ toUnicode: CMap?) throws -> Font {
        let source = try source(dictionary)
        let widths = try widths(of: source)
        table.note(work: Self.work)
        let encoding = try SimpleEncodingReader(table: table).read(
            dictionary["Encoding"], base: baseEncoding(of: source))
        let map = (0..<256).map { code in
            toUnicode?.text(UInt32(code)).flatMap { Glyph(text: $0, width: 0).meaning == .unknown ? nil : $0 }
        }
        let texts = try texts(of: encoding, source, map, widths)
        let width = { (code: Int) in widths.width(of: code, text: texts[code]) }
        if source.stream == nil, !source.isType3, toUnicode == nil, let legacy = LegacyName(source.name) {
            return legacyFont(legacy, texts, width)
        }
        return Font(name: source.name, coding: .bytes, sizeFactor: widths.sizeFactor) { code in
            Glyph(text: map[Int(code)] ?? texts[Int(code)].map { Array($0.utf8) }, width: width(Int(code)))
        }
    }

    private func source(_ dictionary: PDFDictionary) throws -> SimpleSource {
        let name = try name(dictionary)
        let subtype = try table.resolve(dictionary["Subtype"]).name
        let descriptor = try table.resolve(dictionary["FontDescriptor"]).dictionary ?? [:]
        let stream = try embedded(descriptor)
        let standard = StandardFont.widths(name)
        let flags = try table.resolve(descriptor["Flags"]).integer ?? (standard == nil ? 4 : 32)
        return SimpleSource(
            dictionary: dictionary, name: name, isType3: subtype == "Type3", isTrueType: subtype == "TrueType",
            descriptor: descriptor, stream: stream, standard: standard, isSymbolic: flags & 4 != 0)
    }

    private func widths(of source: SimpleSource) throws -> SimpleWidths {
        let dictionary = source.dictionary
        return SimpleWidths(
            unit: source.isType3 ? try type3Unit(dictionary) : 0.001,
            first: try table.resolve(dictionary["FirstChar"]).integer ?? 0,
            stated: try (table.resolve(dictionary["Widths"]).array ?? []).prefix(256).map {
                try table.resolve($0).number
            },
            missing: try table.resolve(source.descriptor["MissingWidth"]).number, standard: source.standard)
    }

    /// The encoding of a font that names none; nil if only the font itself knows it.
    private func baseEncoding(of source: SimpleSource) throws -> SimpleEncoding? {
        if let own = SimpleEncoding.own(ofFont: source.name) { return own }
        if source.isType3 || isOfSymbols(source.name) { return nil }
        if source.isSymbolic, source.standard == nil, source.stream != nil || source.name.contains("+") {
            // A part of a font, which has a tag such as `ABCDEF+`, has codes of its own.
            return nil
        }
        // Programs for Windows call fonts symbolic that have their usual encoding.
        let isUsual = try source.isTrueType && source.isSymbolic && table.resolve(source.dictionary["Encoding"]).isNull
        return isUsual ? .winAnsi : .standard
    }

    /// The text of each code, from its encoding or from the font that the PDF contains.
    ///
    /// - Parameter map: The texts that the PDF itself states. They come before these.
    private func texts(
        of encoding: SimpleEncodingReader.Answer, _ source: SimpleSource, _ map: [[UInt8]?], _ widths: SimpleWidths
    ) throws -> [String?] {
        var texts = encoding.texts
        let isOpen = { (code: Int) in
            widths.isUsed(code) && map[code] == nil && !encoding.isExplained.contains(code)
        }
        if source.stream != nil, (0..<256).contains(where: isOpen), let file = try file(source.stream) {
            // If the PDF has names for the glyphs, the codes are no characters.
            let found = encoding.unknownNames.isEmpty ? zip(file.texts, file.guessedTexts).map { $0 ?? $1 } : file.texts
            for code in 0..<256 where !encoding.isExplained.contains(code) { texts[code] = found[code] ?? texts[code] }
        }
        if source.isType3, let numbered = NumberedNames(encoding.unknownNames) {
            for code in encoding.unknownNames.keys { texts[code] = numbered.texts[code] }
        }
        return texts
    }

    /// A font whose name tells that the codes above 127 are halves of East Asian characters, whatever the PDF says.
    private func legacyFont(_ name: LegacyName, _ texts: [String?], _ width: @escaping (Int) -> Double) -> Font {
        let found = predefined(LegacyName.map)
        let characters = found.flatMap { maps.texts(of: $0.collection) }
        let text = { (code: UInt32) in found?.map.glyph(code).flatMap { characters?.text(UInt32($0)) } }
        guard let found, let readable = name.readable(text) else {
            return Font(name: name.text, coding: .bytes) { code in
                Glyph(text: code < 128 ? texts[Int(code)].map { Array($0.utf8) } : nil, width: width(Int(code)))
            }
        }
        return Font(name: readable, coding: .spaces(found.map.codeSpaces)) { code in
            code < 128
                ? Glyph(text: texts[Int(code)].map { Array($0.utf8) }, width: width(Int(code)))
                : Glyph(text: text(code), width: width(Int(code >> 8 & 0xFF)) + width(Int(code & 0xFF)))
        }
    }

    /// Whether a font has pictures in place of letters.
    private func isOfSymbols(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["wingdings", "webdings", "dingbats"].contains { name.contains($0) }
    }

    /// The width of one unit of a Type 3 font.
    private func type3Unit(_ dictionary: PDFDictionary) throws -> Double {
        try table.resolve(table.resolve(dictionary["FontMatrix"]).array?.first).number ?? 0.001
    }
}

/// What a PDF says about a font with codes of one byte.
private struct SimpleSource {
    let dictionary: PDFDictionary
    let name: String
    let isType3: Bool
    let isTrueType: Bool
    let descriptor: PDFDictionary
    /// The font that the PDF contains; nil if it contains none.
    let stream: PDFStream?
    /// The widths if it is one of the standard fonts.
    let standard: [UInt16]?
    /// Whether it has other characters than those of the standard encoding.
    let isSymbolic: Bool
}

/// The widths of a font with codes of one byte.
private struct SimpleWidths {
    /// What one unit of the widths is, as a part of the font's size.
    let unit: Double
    /// The code that the first stated width belongs to.
    let first: Int
    let stated: [Double?]
    /// The width of codes without a stated one; nil if the font doesn't say.
    let missing: Double?
    /// The widths of one of the standard fonts, from code 32 of WinAnsiEncoding on.
    let standard: [UInt16]?

    /// Whether the font may show something for a code: it states no widths, or one for this code that is not 0.
    func isUsed(_ code: Int) -> Bool {
        // The width of a code within the range may be missing. Then it is not 0.
        let index = code - first
        return stated.isEmpty || index >= 0 && index < stated.count && stated[index] != 0
    }

    /// The width of a code, as a part of the font's size.
    func width(of code: Int, text: String?) -> Double {
        let index = code - first
        var width = index >= 0 && index < stated.count ? stated[index] : nil
        if width == nil, let standard, let scalar = text?.unicodeScalars.first,
            let place = SimpleEncoding.winAnsiCodes[scalar]
        {
            width = Double(standard[Int(place) - 32])
        }
        return (width ?? missing ?? (stated.isEmpty ? 500 : 0)) * unit
    }

    /// How much larger than its size a font with units of its own is: a glyph is roughly half as wide as its font's size.
    var sizeFactor: Double {
        let shown = stated.compactMap(\.self).filter { $0 != 0 }
        return unit == 0.001 || shown.isEmpty ? 1 : abs(shown.reduce(0, +) / Double(shown.count) * 2 * unit)
    }
}
