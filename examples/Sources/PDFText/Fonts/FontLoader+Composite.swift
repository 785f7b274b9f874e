/// Fonts with codes of several bytes.
extension FontLoader {
    /// The work of making one glyph, as a number of bytes read.
    private static let work = 256

    func compositeFont(_ dictionary: PDFDictionary, _ toUnicode: CMap?) throws -> Font {
        let name = try name(dictionary)
        let descendants = try table.resolve(dictionary["DescendantFonts"]).array ?? []
        let descendant = try table.resolve(descendants.first).dictionary ?? [:]
        let encoding = try table.resolve(dictionary["Encoding"])
        let encodingName = encoding.name ?? "Identity-H"
        let isVertical =
            try encoding.name.map { $0.hasSuffix("-V") || $0 == "V" }
            ?? (table.resolve(encoding.dictionary?["WMode"]).integer == 1)
        let widths = try GlyphWidths(descendant, isVertical: isVertical, table: table)

        let isIdentity = encoding.stream == nil && encodingName.hasPrefix("Identity")
        let found = isIdentity ? nil : predefined(encodingName)
        let own = try encoding.stream.map { try map(.stream($0)) } ?? found?.map
        let form = UnicodeForm(encoding: encodingName)
        let isPairs = isIdentity || own == nil && form == .utf16
        guard isPairs || own != nil || toUnicode != nil else { throw ReadFailure.unsupported }
        let coding = isPairs ? Font.Coding.pairs : .spaces((own ?? toUnicode)?.codeSpaces ?? [])

        let glyphs = try GlyphTexts(
            loader: self, descendant: descendant, collection: collection(descendant) ?? found?.collection,
            isNeeded: toUnicode == nil && form == nil)
        return Font(name: name, coding: coding, isVertical: isVertical) { [table] code in
            table.note(work: Self.work)
            let cid = isIdentity ? Int(code) : own?.glyph(code)
            let known = [toUnicode?.text(code), form?.text(code)].lazy.compactMap(\.self)
                .first { Glyph(text: $0, width: 0).meaning != .unknown }
            let width = widths[cid ?? (own == nil ? -1 : 0)]
            return Glyph(text: known ?? cid.flatMap { glyphs.text(ofCID: $0) }, width: width)
        }
    }

    /// The collection that a font's glyphs belong to; nil if the numbers mean something in this font only.
    private func collection(_ descendant: PDFDictionary) throws -> PredefinedMaps.Collection? {
        let system = try table.resolve(descendant["CIDSystemInfo"]).dictionary ?? [:]
        let registry = try table.resolve(system["Registry"]).string ?? []
        let ordering = try table.resolve(system["Ordering"]).string ?? []
        return PredefinedMaps.Collection(rawValue: String(decoding: registry + [0x2D] + ordering, as: UTF8.self))
    }
}

/// The form of Unicode that the codes of a predefined map are.
private enum UnicodeForm {
    case utf8, utf16, utf32

    init?(encoding name: String) {
        if name.contains("-UCS2-") || name.contains("-UTF16-") {
            self = .utf16
        } else if name.contains("-UTF8-") {
            self = .utf8
        } else if name.contains("-UTF32-") {
            self = .utf32
        } else {
            return nil
        }
    }

    /// The text of a code, as UTF-8.
    func text(_ code: UInt32) -> [UInt8]? {
        switch self {
        case .utf8: withUnsafeBytes(of: code.bigEndian) { Array($0.drop { $0 == 0 }) }
        case .utf16:
            Array(
                String(decoding: [UInt16(code >> 16), UInt16(code & 0xFFFF)].drop { $0 == 0 }, as: UTF16.self).utf8)
        case .utf32: Unicode.Scalar(code).map { Array(String($0).utf8) }
        }
    }
}

/// The texts of a composite font's glyphs by their numbers, from the collection that they belong to or from the font itself.
/// Both are read when they are needed first.
final class GlyphTexts {
    private let loader: FontLoader
    private let collection: PredefinedMaps.Collection?
    private let stream: PDFStream?
    private let glyphMap: PDFObject?
    private var file: FontFile?
    /// For each CID, two bytes with the number of the glyph.
    private var glyphs: [UInt8] = []
    private var isRead = false

    /// - Parameter isNeeded: Whether nothing else tells the texts. Then a page waits until the font has arrived.
    init(
        loader: FontLoader, descendant: PDFDictionary, collection: PredefinedMaps.Collection?, isNeeded: Bool
    ) throws {
        self.loader = loader
        self.collection = collection
        let descriptor = try loader.table.resolve(descendant["FontDescriptor"]).dictionary ?? [:]
        stream = collection == nil ? try loader.embedded(descriptor) : nil
        glyphMap = descendant["CIDToGIDMap"]
        if isNeeded { try read() }
    }

    func text(ofCID cid: Int) -> [UInt8]? {
        if let collection {
            return UInt32(exactly: cid).flatMap { loader.predefined("\(collection.rawValue)-UCS2")?.map.text($0) }
        }
        // If a part has not arrived yet, the glyph is unknown until the whole file is read.
        try? read()
        guard !glyphs.isEmpty else { return file?.text(ofGlyph: cid).map { Array($0.utf8) } }
        guard glyphs.indices.contains(2 * cid + 1) else { return nil }
        let glyph = Int(glyphs[2 * cid]) << 8 | Int(glyphs[2 * cid + 1])
        return file?.text(ofGlyph: glyph).map { Array($0.utf8) }
    }

    private func read() throws {
        guard !isRead, stream != nil else { return }
        file = try loader.file(stream)
        do {
            if let map = try loader.table.resolve(glyphMap).stream { glyphs = try loader.table.bytes(of: map).bytes }
        } catch let failure as ReadFailure {
            if case .missing = failure { throw failure }
            // Without the map, the numbers of the glyphs are unknown. Each glyph would read it again in vain.
            file = nil
        }
        isRead = true
    }
}
