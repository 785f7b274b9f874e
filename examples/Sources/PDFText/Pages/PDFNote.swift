/// A part of a PDF that could not be read, described in a sentence for the user.
public struct PDFNote: Sendable, CustomStringConvertible {
    /// The reasons why a part could not be read.
    public enum Kind: Hashable, Sendable {
        /// A page shows an image, a pattern or many curves and no text, or an image that covers most of it and no table, like a
        /// scanned page. A page with text is none if a table follows, as after a cover, or if a page with a table has such an
        /// image, too.
        case scanned
        /// A page shows an image that covers most of it, and its text is invisible or below the image: a program has recognized
        /// it in the image, and may have misread it. A page without a table is none if a table follows, as after a cover.
        case recognizedText
        /// The PDF doesn't say what the glyphs of this font mean. Each becomes U+FFFD, and rows of nothing else are left out.
        case fontWithoutMap(String)
        /// A part of a page is damaged, so that text may be missing.
        case damagedPage
        /// A page is larger than any honest one.
        case tooLarge
        /// A page uses an unknown filter.
        case unknownFilter
        /// The end of the file or its cross-reference is missing or wrong.
        case damagedFile
    }

    /// The reason.
    public let kind: Kind

    /// The first page that it is about, from 1; 0 if it is about the file.
    public internal(set) var firstPage: Int

    /// How many pages it is about.
    public internal(set) var pages: Int

    /// The sentence. It may contain the name that the PDF gives a font.
    public var description: String {
        let place = pages == 1 ? "Page \(firstPage)" : "Page \(firstPage) and \(pages - 1) more"
        return switch kind {
        case .scanned: "\(place): there is an image but no text or no table, as on a scanned page."
        case .recognizedText: "\(place): the text was recognized in a picture and may be wrong."
        case .fontWithoutMap(let font):
            "\(place): the font \(font) does not say what its glyphs mean, so its text can't be read."
        case .damagedPage: "\(place): a part is damaged, so text may be missing."
        case .tooLarge: "\(place): there is more than a page should contain, so the rest was left out."
        case .unknownFilter: "\(place): the text is stored in a way that can't be read here."
        case .damagedFile: "The file is damaged or incomplete. All parts that could be found were read."
        }
    }
}

/// Collects notes: one for each reason, no matter how many pages it is about.
struct NoteCollector {
    private(set) var notes: [PDFNote] = []

    mutating func add(_ kind: PDFNote.Kind, page: Int) {
        if let index = notes.firstIndex(where: { $0.kind == kind }) {
            notes[index].pages += 1
            notes[index].firstPage = min(notes[index].firstPage, page)
        } else if notes.count < 64 {
            notes.append(PDFNote(kind: kind, firstPage: page, pages: 1))
        }
    }
}

/// Facts about a document, once all of it was read.
public struct PDFSummary: Sendable {
    /// How many pages it has.
    public internal(set) var pages = 0

    /// How many rows all pages have together.
    public internal(set) var rows = 0

    /// The parts that could not be read.
    public internal(set) var notes: [PDFNote] = []

    /// The objects of pages that were reported while the file arrived, but turned out wrong: the document replaces them or
    /// doesn't contain them. This includes pages that were reported again with other rows.
    public internal(set) var withdrawn: [Int] = []
}
