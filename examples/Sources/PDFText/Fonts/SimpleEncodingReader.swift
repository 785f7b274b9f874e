/// Reads the encoding of a simple font: the name of an encoding, or a base encoding and the differences from it.
struct SimpleEncodingReader {
    let table: ObjectTable

    /// The work of reading one name, as a number of bytes read.
    private static let work = 256

    /// What the PDF says about the codes of a font.
    struct Answer {
        /// The text of all 256 codes; nil for a code that only the font itself explains.
        var texts: [String?]
        /// The names without a meaning, by code.
        var unknownNames: [Int: String] = [:]
        /// The codes that the PDF itself explains. The font explains the others better.
        var isExplained = Set<Int>()
    }

    /// Reads an encoding.
    ///
    /// - Parameter base: The encoding of a font that names none; nil if only the font itself knows it.
    func read(_ object: PDFObject?, base: SimpleEncoding?) throws -> Answer {
        let encoding = try table.resolve(object)
        let named = try SimpleEncoding(encoding.name ?? table.resolve(encoding.dictionary?["BaseEncoding"]).name)
        var answer = Answer(texts: (named ?? base)?.texts ?? [String?](repeating: nil, count: 256))
        if named != nil { answer.isExplained = Set(0..<256) }
        var code = 0
        let differences = try table.resolve(encoding.dictionary?["Differences"]).array ?? []
        // A direct font object is loaded again for each form that uses it.
        try table.spend(Self.work * differences.count)
        for element in differences {
            switch try table.resolve(element) {
            case .integer(let next): code = next
            case .name(let name):
                if answer.texts.indices.contains(code) {
                    answer.texts[code] = name == ".notdef" ? nil : GlyphName.text(name)
                    let isKnown = answer.texts[code] != nil
                    answer.unknownNames[code] = isKnown || name == ".notdef" ? nil : name
                    if isKnown { answer.isExplained.insert(code) } else { answer.isExplained.remove(code) }
                }
                code = code < 256 ? code + 1 : code
            default: break
            }
        }
        return answer
    }
}
