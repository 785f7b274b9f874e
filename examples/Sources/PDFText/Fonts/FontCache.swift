/// Fonts that were read, by the numbers of their objects.
final class FontCache {
    /// No page uses more, and a file with more reads some again.
    private static let capacity = 48

    private let table: ObjectTable
    private var fonts: [Int: Font] = [:]

    init(table: ObjectTable) { self.table = table }

    /// A font of a page's resources; nil where there is none, or none that can be read.
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

    /// Forgets a font whose object has come again. Where another part of one was replaced, the end will tell.
    func forget(_ number: Int) { fonts[number] = nil }
}
