import PDFText
import ToolSupport

/// What can be read in a file, so that it can be found.
enum FileText {
    /// The most text that is kept of a file, in bytes of UTF-8.
    static let limit = 1 << 20

    /// The endings of files that are text themselves.
    private static let plain: Set<String> = ["txt", "text", "md", "markdown", "rst", "csv", "tsv"]

    /// The text of a PDF or of a file in plain text; nil if the file is of another kind.
    ///
    /// - Throws: `PDFError`, ``Damage`` or `Errno` if it can't be read.
    static func of(_ path: String, limit: Int = limit) throws -> String? {
        let ending = path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() } ?? ""
        if ending == "pdf" { return try pdf(path, limit: limit) }
        guard plain.contains(ending) else { return nil }
        return String(decoding: try Files.beginning(of: path, limit: limit), as: UTF8.self)
    }

    /// The beginning of a file of any kind, if it is text in UTF-8; nil if it is not.
    static func beginning(of path: String, limit: Int) throws(Errno) -> String? {
        let bytes = try Files.beginning(of: path, limit: limit)
        guard !bytes.contains(0) else { return nil }
        // The limit may have cut a character of up to four bytes.
        let cut = bytes.count < limit ? 0...0 : 0...3
        return cut.lazy.compactMap { String(validating: bytes.dropLast($0), as: UTF8.self) }.first
    }

    /// A PDF is so damaged that no text came out.
    struct Damage: Error, CustomStringConvertible {
        var description: String { "The PDF is damaged or incomplete, and has no text that can be read." }
    }

    private static func pdf(_ path: String, limit: Int) throws -> String {
        struct Enough: Error {}
        var text = ""
        do {
            let summary = try PDFDocument(PDFFile(path: path)).readPages { page in
                for row in page.rows { text += "\(row.text)\n" }
                if text.utf8.count >= limit { throw Enough() }
            }
            if text.isEmpty, summary.notes.contains(where: { [.damagedFile, .damagedPage].contains($0.kind) }) {
                throw Damage()
            }
        } catch is Enough {}
        return text
    }
}
