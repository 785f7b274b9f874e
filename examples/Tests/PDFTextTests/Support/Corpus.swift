import ExamplesTestSupport
import Foundation
import PDFText
import TestSupport
import Testing

/// A table of 80 rows as PDFs from several producers. `Tests/Oracle/pdf_corpus.py` writes them once for all tests.
enum Corpus {
    private static let producers = ["reportlab", "cairo", "ghostscript", "pango"]
    private static let encrypted = ["rc4-40", "rc4-128", "aes-128", "aes-256", "aes-256-r5", "aes-256-objects"]
    private static let rewritten = ["objects", "linear", "linear-objects", "plain"]

    /// The files that can be read while they arrive.
    static let open =
        producers + [
            "reportlab-truetype", "reportlab-forms", "ghostscript-cairo", "fpdf-truetype", "weasyprint", "libreoffice",
        ]
        + producers.flatMap { producer in rewritten.map { "\(producer)-\($0)" } }

    static let names = open + producers.flatMap { producer in encrypted.map { "\(producer)-\($0)" } }

    /// Tables with texts that are too long for their cells. If they have no ruled lines, lines are closer than rows.
    static let wrapped =
        ["fpdf"]
        + ["top", "middle", "bottom"].flatMap { alignment in
            [
                "reportlab-\(alignment)", "reportlab-\(alignment)-ruled", "weasyprint-\(alignment)",
                "weasyprint-\(alignment)-ruled", "chromium-\(alignment)", "chromium-\(alignment)-ruled",
                "libreoffice-\(alignment)",
            ]
        }

    private static let folder: Result<URL, any Error> = Result {
        let folder = try TemporaryFolder.shared("pdf-corpus")
        try Python.run("pdf_corpus.py", folder.path)
        return folder.url
    }

    /// The path of a file; `name` may begin with a folder.
    static func path(_ name: String) throws -> String {
        try folder.get().appending(path: "\(name).pdf").path
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path(name))))
    }

    /// The table with its header.
    static var rows: [PDFRow] {
        get throws { try cells("rows.json").map(PDFRow.init) }
    }

    /// The rows of ``wrapped``, without a header.
    static var wrappedRows: [[String]] {
        get throws { try cells("wrapped/rows.json") }
    }

    private static func cells(_ name: String) throws -> [[String]] {
        let data = try Data(contentsOf: folder.get().appending(path: name))
        return try JSONDecoder().decode([[String]].self, from: data)
    }
}
