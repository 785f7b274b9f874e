/// Makes fonts from their dictionaries (ISO 32000-1, 9.6 and 9.7).
struct FontLoader {
    let table: ObjectTable

    /// The work of making one glyph of a composite font, or all glyphs of a simple font, as a number of bytes read.
    private static let glyphWork = 256
    private static let simpleFontWork = 4096

    func font(_ dictionary: PDFDictionary) throws -> Font {
        let toUnicode = try map(dictionary["ToUnicode"])
        return try table.resolve(dictionary["Subtype"]).name == "Type0"
            ? compositeFont(dictionary, toUnicode) : simpleFont(dictionary, toUnicode)
    }

    private func map(_ object: PDFObject?) throws -> CMap? {
        let object = try table.resolve(object)
        if object.name?.hasPrefix("Identity") == true { return CMap.identity }
        guard let stream = object.stream else { return nil }
        return CMap(parsing: try table.bytes(of: stream).bytes)
    }

    // MARK: Fonts with codes of one byte

    private func simpleFont(_ dictionary: PDFDictionary, _ toUnicode: CMap?) throws -> Font {
        let name = try table.resolve(dictionary["BaseFont"]).name ?? "without a name"
        let isType3 = try table.resolve(dictionary["Subtype"]).name == "Type3"
        let descriptor = try table.resolve(dictionary["FontDescriptor"]).dictionary ?? [:]
        let standard = StandardFont.widths(name)
        let isSymbolic = try table.resolve(descriptor["Flags"]).integer ?? (standard == nil ? 4 : 32) & 4 != 0
        let encoding = try SimpleEncodingReader(table: table).texts(
            dictionary["Encoding"], isSymbolic: isSymbolic && standard == nil)

        let unit = isType3 ? try type3Unit(dictionary) : 0.001
        let first = try table.resolve(dictionary["FirstChar"]).integer ?? 0
        let widths = try (table.resolve(dictionary["Widths"]).array ?? []).prefix(256).map {
            try table.resolve($0).number
        }
        let missing = try table.resolve(descriptor["MissingWidth"]).number
        table.note(work: Self.simpleFontWork)
        let own = widths.compactMap(\.self).filter { $0 != 0 }
        // A glyph is roughly half as wide as its font's size.
        let factor = unit == 0.001 || own.isEmpty ? 1 : abs(own.reduce(0, +) / Double(own.count) * 2 * unit)
        return Font(name: name, coding: .bytes, sizeFactor: factor) { code in
            let text = toUnicode?.text(code) ?? encoding[Int(code)].map { Array($0.utf8) }
            let index = Int(code) - first
            var width = index >= 0 && index < widths.count ? widths[index] : nil
            if width == nil, let standard, let scalar = encoding[Int(code)]?.unicodeScalars.first,
                let own = SimpleEncoding.winAnsiCodes[scalar]
            {
                width = Double(standard[Int(own) - 32])
            }
            return Glyph(text: text, width: (width ?? missing ?? (widths.isEmpty ? 500 : 0)) * unit)
        }
    }

    /// The width of one unit of a Type 3 font.
    private func type3Unit(_ dictionary: PDFDictionary) throws -> Double {
        try table.resolve(table.resolve(dictionary["FontMatrix"]).array?.first).number ?? 0.001
    }

    // MARK: Fonts with codes of several bytes

    private func compositeFont(_ dictionary: PDFDictionary, _ toUnicode: CMap?) throws -> Font {
        let name = try table.resolve(dictionary["BaseFont"]).name ?? "without a name"
        let descendants = try table.resolve(dictionary["DescendantFonts"]).array ?? []
        let descendant = try table.resolve(descendants.first).dictionary ?? [:]
        let encoding = try table.resolve(dictionary["Encoding"])
        let isVertical =
            try encoding.name?.hasSuffix("-V") ?? (table.resolve(encoding.dictionary?["WMode"]).integer == 1)
        let widths = try GlyphWidths(descendant, isVertical: isVertical, table: table)
        if let own = try map(encoding.stream.map(PDFObject.stream)) {
            return Font(name: name, coding: .spaces(own.codeSpaces), isVertical: isVertical) { [table] code in
                table.note(work: Self.glyphWork)
                return Glyph(text: toUnicode?.text(code), width: widths[own.glyph(code) ?? 0])
            }
        }
        let encodingName = encoding.name ?? "Identity-H"
        let isIdentity = encodingName.hasPrefix("Identity")
        // The codes of these encodings are UTF-16.
        let isUnicode = encodingName.contains("-UCS2-") || encodingName.contains("-UTF16-")
        guard isIdentity || isUnicode || toUnicode != nil else { throw ReadFailure.unsupported }
        let coding = isIdentity || isUnicode ? Font.Coding.pairs : .spaces(toUnicode?.codeSpaces ?? [])
        return Font(name: name, coding: coding, isVertical: isVertical) { [table] code in
            table.note(work: Self.glyphWork)
            let unit = [UInt16(truncatingIfNeeded: code)]
            let own = isUnicode ? Array(String(decoding: unit, as: UTF16.self).utf8) : nil
            return Glyph(text: toUnicode?.text(code) ?? own, width: widths[isIdentity ? Int(code) : -1])
        }
    }
}

/// The fonts that were read, by object number.
final class FontCache {
    /// Enough for any page. A file with more fonts reads some of them again.
    private static let capacity = 48

    private let table: ObjectTable
    private var fonts: [Int: Font] = [:]

    init(table: ObjectTable) { self.table = table }

    /// A font from a page's resources; nil if there is none. A font that can't be read has no text.
    func font(_ object: PDFObject) throws -> Font? {
        if let number = object.reference, let known = fonts[number] { return known }
        guard let dictionary = try table.resolve(object).dictionary else { return nil }
        let font: Font
        do {
            font = try FontLoader(table: table).font(dictionary)
        } catch ReadFailure.unsupported {
            let name = try table.resolve(dictionary["BaseFont"]).name ?? "without a name"
            font = Font(name: name, coding: .pairs) { _ in Glyph(text: nil, width: 1) }
        }
        if let number = object.reference {
            if fonts.count >= Self.capacity { fonts = [:] }
            fonts[number] = font
        }
        return font
    }

    /// Forgets a font whose object has arrived again. If another part of the font was replaced, that shows at the end.
    func forget(_ number: Int) { fonts[number] = nil }
}
