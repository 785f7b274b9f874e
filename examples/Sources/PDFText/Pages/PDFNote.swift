/// What could not be read while the rest was, as a sentence for the person.
public struct PDFNote: Sendable, CustomStringConvertible {
    /// The kinds of things that a reader may have to leave out.
    public enum Kind: Hashable, Sendable {
        /// A page shows an image and no text, as scanned pages do.
        case scanned
        /// Nothing tells what the glyphs of this font mean; each stands as U+FFFD, and rows of nothing else are left out.
        case fontWithoutMap(String)
        /// A part of a page is damaged, so that text may be missing.
        case damagedPage
        /// A page is larger than any honest one.
        case tooLarge
        /// A page uses a filter that is unknown.
        case unknownFilter
        /// The end of the file, or what tells where its parts are, is missing or wrong.
        case damagedFile
    }

    /// What it is.
    public let kind: Kind

    /// The first page that it is about, 1 for the first of the document; 0 where it is about the file.
    public let firstPage: Int

    /// How many pages it is about.
    public internal(set) var pages: Int

    /// The sentence, which may hold a name that the PDF gives a font.
    public var description: String {
        let place = pages == 1 ? "Page \(firstPage)" : "Page \(firstPage) and \(pages - 1) more"
        return switch kind {
        case .scanned: "\(place): there is an image and no text, as of a scanned page."
        case .fontWithoutMap(let font):
            "\(place): the font \(font) does not tell what its glyphs mean, so its text can't be read."
        case .damagedPage: "\(place): a part is damaged, and text may be missing."
        case .tooLarge: "\(place): there is more than any page should hold, and the rest was left out."
        case .unknownFilter: "\(place): the text is stored in a way that can't be read here."
        case .damagedFile: "The file is damaged or not complete; what could be found was read."
        }
    }
}

/// Gathers notes: one of a kind, however many pages it is about.
struct NoteCollector {
    private(set) var notes: [PDFNote] = []

    mutating func add(_ kind: PDFNote.Kind, page: Int) {
        if let index = notes.firstIndex(where: { $0.kind == kind }) {
            notes[index].pages += 1
        } else if notes.count < 64 {
            notes.append(PDFNote(kind: kind, firstPage: page, pages: 1))
        }
    }
}
