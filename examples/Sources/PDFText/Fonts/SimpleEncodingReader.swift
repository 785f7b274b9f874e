/// Reads what a simple font says of its codes: an encoding's name, or a base and the differences to it.
struct SimpleEncodingReader {
    let table: ObjectTable

    /// The text of all 256 codes; nil where the font alone knows it.
    func texts(_ object: PDFObject?, isSymbolic: Bool) throws -> [String?] {
        let encoding = try table.resolve(object)
        let named = try encoding.name ?? table.resolve(encoding.dictionary?["BaseEncoding"]).name
        // What a symbolic font holds is its own; any other begins with the standard encoding.
        let base = SimpleEncoding(named) ?? (isSymbolic ? nil : .standard)
        var texts = base?.characters.map { $0.map { String($0) } } ?? [String?](repeating: nil, count: 256)
        var code = 0
        for element in try table.resolve(encoding.dictionary?["Differences"]).array ?? [] {
            switch try table.resolve(element) {
            case .integer(let next): code = next
            case .name(let name):
                if texts.indices.contains(code) { texts[code] = name == ".notdef" ? nil : GlyphName.text(name) }
                code = code < 256 ? code + 1 : code
            default: break
            }
        }
        return texts
    }
}
