/// Makes fonts of their dictionaries (ISO 32000-1, 9.6 and 9.7).
struct FontLoader {
    let table: ObjectTable

    /// What it takes to make a glyph of a composite font, and all those of a simple one, as so many bytes that are read.
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
        // Glyphs are half as wide as their font is large, more or less.
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

    /// The width of one unit of a font whose glyphs are drawn by content of their own.
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
        // The codes of these are UTF-16 itself.
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
