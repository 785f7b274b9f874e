/// Makes fonts from their dictionaries (ISO 32000-1, 9.6 and 9.7).
struct FontLoader {
    let table: ObjectTable
    let maps: PredefinedMaps

    /// The work of reading one entry of an embedded font, as a number of bytes read.
    private static let entryWork = 32

    func font(_ dictionary: PDFDictionary) throws -> Font {
        let toUnicode = try map(dictionary["ToUnicode"])
        return try table.resolve(dictionary["Subtype"]).name == "Type0"
            ? compositeFont(dictionary, toUnicode) : simpleFont(dictionary, toUnicode)
    }

    /// A map that the PDF contains or names.
    func map(_ object: PDFObject?) throws -> CMap? {
        let object = try table.resolve(object)
        if let name = object.name { return name.hasPrefix("Identity") ? CMap.identity : predefined(name)?.map }
        guard let stream = object.stream else { return nil }
        return try CMap(parsing: table.bytes(of: stream).bytes) { predefined($0)?.map }
    }

    /// A predefined map; nil if it isn't installed.
    func predefined(_ name: String) -> PredefinedMaps.Found? {
        let before = maps.work
        defer { table.note(work: maps.work - before) }
        return maps.map(name)
    }

    /// The name that the PDF gives a font.
    func name(_ dictionary: PDFDictionary) throws -> String {
        try table.resolve(dictionary["BaseFont"]).name ?? "without a name"
    }

    /// The stream of the font that a PDF contains; nil if it contains none.
    func embedded(_ descriptor: PDFDictionary) throws -> PDFStream? {
        for key in ["FontFile", "FontFile2", "FontFile3"] {
            if let stream = try table.resolve(descriptor[key]).stream { return stream }
        }
        return nil
    }

    /// The font that a PDF contains; nil if it can't be read.
    ///
    /// - Throws: ``ReadFailure/missing(_:)`` if it has not arrived yet.
    func file(_ stream: PDFStream?) throws -> FontFile? {
        guard let stream else { return nil }
        do {
            let file = try FontFile(table.bytes(of: stream).bytes)
            table.note(work: Self.entryWork * (file?.work ?? 0))
            return file
        } catch let failure as ReadFailure {
            if case .missing = failure { throw failure }
            return nil
        }
    }
}

/// The fonts that were read, by object number.
final class FontCache {
    /// Enough for any page. A file with more fonts reads some of them again.
    private static let capacity = 48

    private let table: ObjectTable
    private let maps = PredefinedMaps()
    private var fonts: [Int: Font] = [:]

    init(table: ObjectTable) { self.table = table }

    /// A font from a page's resources; nil if there is none. A font that can't be read has no text.
    func font(_ object: PDFObject) throws -> Font? {
        if let number = object.reference, let known = fonts[number] { return known }
        guard let dictionary = try table.resolve(object).dictionary else { return nil }
        let font: Font
        do {
            font = try FontLoader(table: table, maps: maps).font(dictionary)
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
