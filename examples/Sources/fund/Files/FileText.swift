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
    /// - Throws: `PDFError` or `Errno` if it can't be read.
    static func of(_ path: String, limit: Int = limit) throws -> String? {
        let ending = path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() } ?? ""
        if ending == "pdf" { return try pdf(path, limit: limit) }
        guard plain.contains(ending) else { return nil }
        return String(decoding: try Files.beginning(of: path, limit: limit), as: UTF8.self)
    }

    private static func pdf(_ path: String, limit: Int) throws -> String {
        struct Enough: Error {}
        var text = ""
        do {
            _ = try PDFDocument(PDFFile(path: path)).readPages { page in
                for row in page.rows { text += "\(row.text)\n" }
                if text.utf8.count >= limit { throw Enough() }
            }
        } catch is Enough {}
        return text
    }
}
