import ExamplesTestSupport
import Foundation
import TestSupport

/// PDFs whose fonts alone tell what their codes mean, and the fonts, written once for all tests.
enum FontCorpus {
    /// The text that most of the PDFs show.
    static let text = "Refused 21000007919"

    /// The fonts.
    static let fonts = [
        "type1", "type1-numbered", "cff", "cff-names", "truetype-symbols", "truetype-mac", "truetype-both",
        "truetype-plain", "truetype-codes", "truetype-unicode", "truetype-names",
    ]

    private static let folder: Result<URL, any Error> = Result {
        let folder = try TemporaryFolder.shared("font-corpus")
        try Python.run("pdf_fonts.py", folder.path)
        return folder.url
    }

    /// The path of a PDF.
    static func path(_ name: String) throws -> String { try folder.get().appending(path: "\(name).pdf").path }

    /// The bytes of a font.
    static func font(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.get().appending(path: "\(name).font")))
    }
}
