import ExamplesTestSupport
import Foundation
import PDFText
import TestSupport
import Testing

@Suite("visa inspect")
struct InspectTests {
    private let visa = Program(executable: Program.built("visa"))
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private struct Rows: Decodable {
        var version: Int
        var rows: [[String]]
    }

    private struct Lines: Decodable {
        var version: Int
        var text: [String]
    }

    @Test("visa inspect prints rows as JSON")
    func json() throws {
        let result = try visa("inspect", Corpus.path("pango"), "--format", "json")
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        let rows = try JSONDecoder().decode(Rows.self, from: Data(result.output.utf8))
        #expect(rows.version == 1)
        #expect(try rows.rows.map(PDFRow.init) == Corpus.rows)
    }

    @Test("visa inspect --text prints lines as JSON, including repeated headers")
    func text() throws {
        let result = try visa("inspect", "--text", Corpus.path("reportlab"), "--format", "json")
        let lines = try JSONDecoder().decode(Lines.self, from: Data(result.output.utf8)).text
        #expect(lines.count > 81)
        #expect(lines[3] == "21000015838 refused (see letter) 03-Mar-12")
    }

    @Test("visa inspect aligns columns and leaves no space at the end of a line")
    func table() throws {
        let result = try visa("inspect", Corpus.path("cairo"))
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 81)
        #expect(lines[0] == "Application  Decision                 Date")
        #expect(lines[1] == "21000000000  Approved                 01-Jan-12")
    }

    @Test("visa inspect aligns columns after characters that are as wide as two")
    func wide() throws {
        var writer = PDFWriter()
        writer.stream(6, Array("1 beginbfchar <41> <6F22> endbfchar".utf8))
        let content = "BT /F 10 Tf 1 0 0 1 10 700 Tm (AA) Tj 1 0 0 1 300 700 Tm (1) Tj 1 0 0 1 10 600 Tm (abc) Tj"
        writer.page(
            "\(content) 1 0 0 1 300 600 Tm (2) Tj ET",
            font: PDFWriter.helvetica.replacing(">>", with: "/ToUnicode 6 0 R >>"))
        let file = try folder.write("wide.pdf", writer.finish())
        #expect(try visa("inspect", file).output == "漢漢  1\nabc   2\n")
    }

    @Test("Control characters in a PDF are shown and not sent to the terminal")
    func harmless() throws {
        var writer = PDFWriter()
        writer.stream(
            6, Array("1 beginbfchar <41> <202E> endbfchar".utf8))
        writer.page("BT /F 10 Tf (A2100) Tj ET", font: PDFWriter.helvetica.replacing(">>", with: "/ToUnicode 6 0 R >>"))
        let file = try folder.write("harmless.pdf", writer.finish())
        let result = try visa("inspect", file)
        #expect(result.output == "\\u{202E}2100\n")
    }

    @Test(
        "A failure is explained and ends with its own status",
        arguments: [
            ("refused/password", "The PDF needs a password, so it can't be read.", 65),
            ("refused/scanned", "Page 1: there is an image but no text or no table, as on a scanned page.", 65),
            (
                "refused/no-map", "the font DejaVuSans does not say what its glyphs mean, so its text can't be read.",
                65
            ),
            ("nowhere", "can't be read: No such file or directory.", 66),
        ] as [(String, String, Int32)])
    func failures(name: String, sentence: String, status: Int32) throws {
        let result = try visa("inspect", Corpus.path(name))
        #expect(result.status == status)
        #expect(result.errors.contains(sentence))
        #expect(result.errors.hasPrefix("visa: "))
    }

    @Test("A web page is refused as not being a PDF")
    func webPage() throws {
        let file = try folder.write("page.pdf", "<!DOCTYPE html>".utf8)
        let result = try visa("inspect", file)
        #expect(result.status == 65)
        #expect(result.errors == "visa: \(file): It is not a PDF.\n")
        #expect(result.output.isEmpty)
    }

    @Test("Folders and devices are refused", arguments: ["/", "/dev/null"])
    func folders(path: String) throws {
        let result = try visa("inspect", path)
        #expect(result.status == 74)
        #expect(result.errors == "visa: \(path) can't be read: it is not a regular file.\n")
    }
}
