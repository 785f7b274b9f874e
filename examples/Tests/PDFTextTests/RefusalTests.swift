import ExamplesTestSupport
import Foundation
import PDFText
import Testing

@Suite("Unreadable PDFs")
struct RefusalTests {
    private func code(_ bytes: [UInt8]) -> PDFError.Code? {
        do {
            _ = try Reading(bytes)
            return nil
        } catch {
            return (error as? PDFError)?.code
        }
    }

    @Test("A file that needs a password is refused")
    func password() throws {
        #expect(try code(Corpus.bytes("refused/password")) == .passwordNeeded)
    }

    @Test("A scanned page is reported as having no text")
    func scanned() throws {
        let reading = try Reading(Corpus.bytes("refused/scanned"))
        #expect(reading.rows.isEmpty)
        #expect(reading.notes == [.scanned])
    }

    @Test(
        "A large image with a few words, but without a table, is reported like a scanned page",
        arguments: [
            ("600 0 0 800", ["Page 1 of 2"], true), ("600 0 0 300", ["Page 1 of 2"], false),
            ("0 600 -800 0", ["Page 1 of 2"], true), ("600 0 0 800", ["2100", "Approved"], false),
        ])
    func scannedWithWords(image: String, cells: [String], isReported: Bool) throws {
        var writer = PDFWriter()
        let shown = cells.enumerated().map { "BT /F 10 Tf \(50 + 200 * $0) 700 Td (\($1)) Tj ET" }
        writer.page(
            "q \(image) 0 0 cm /I Do Q \(shown.joined(separator: " "))", resources: "/XObject << /I 6 0 R >>")
        writer.object(2, "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 600 800] >>")
        writer.stream(6, "/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8", [128])
        #expect(
            try Reading(writer.finish()) == Reading(rows: [PDFRow(cells)], notes: isReported ? [.scanned] : []))
    }

    @Test("A cover with a large image and a few words is not reported if a table follows", arguments: [true, false])
    func cover(hasTable: Bool) throws {
        var writer = PDFWriter()
        writer.page(
            "q 600 0 0 800 0 0 cm /I Do Q BT /F 10 Tf 50 100 Td (Decisions) Tj ET", resources: "/XObject << /I 6 0 R >>"
        )
        writer.object(2, "<< /Type /Pages /Kids [3 0 R 7 0 R] /Count 2 /MediaBox [0 0 600 800] >>")
        writer.stream(6, "/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8", [128])
        writer.object(7, "<< /Type /Page /Parent 2 0 R /Contents 8 0 R /Resources << /Font << /F 5 0 R >> >> >>")
        writer.stream(8, "", Array("BT /F 10 Tf 50 700 Td (2100) Tj \(hasTable ? 200 : 26) 0 Td (Issued) Tj ET".utf8))
        let reading = try Reading(writer.finish())
        #expect(reading.rows == [PDFRow(["Decisions"]), PDFRow(hasTable ? ["2100", "Issued"] : ["2100 Issued"])])
        #expect(reading.notes == (hasTable ? [] : [.scanned]))
    }

    @Test("Words on a letterhead are not reported if a page with a table has it, too", arguments: [true, false])
    func letterhead(isShared: Bool) throws {
        let image = "q 600 0 0 800 0 0 cm /I Do Q"
        let table = "BT /F 10 Tf 50 700 Td (2100) Tj 200 0 Td (Issued) Tj ET"
        let resources = "/XObject << /I 6 0 R >>"
        var writer = PDFWriter()
        writer.page(isShared ? "\(image) \(table)" : table, resources: resources)
        writer.object(2, "<< /Type /Pages /Kids [3 0 R 7 0 R] /Count 2 /MediaBox [0 0 600 800] >>")
        writer.stream(6, "/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8", [128])
        writer.object(
            7, "<< /Type /Page /Parent 2 0 R /Contents 8 0 R /Resources << /Font << /F 5 0 R >> \(resources) >> >>")
        writer.stream(8, "", Array("\(image) BT /F 10 Tf 50 100 Td (Signed) Tj ET".utf8))
        #expect(try Reading(writer.finish()).notes == (isShared ? [] : [.scanned]))
    }

    private static let curves = String(repeating: "50 50 60 60 70 50 c ", count: 300)

    @Test(
        "A page without text is reported like a scanned page if it has many curves, a pattern or a shading",
        arguments: [
            ("\(curves) f", true), ("/Pattern cs /P scn 0 0 600 800 re f", true), ("/S sh", true),
            ("0 0 1 scn 0 0 600 800 re f 50 50 60 60 70 50 c f", false),
            ("\(curves) f BT /F 10 Tf 50 700 Td (Page 1) Tj ET", false),
        ])
    func outlines(content: String, isReported: Bool) throws {
        #expect(try reading([content]).notes == (isReported ? [.scanned] : []))
    }

    /// A page with an image, and then a cell in each column.
    private func page(_ mode: String, image: String = "600 0 0 800", _ cells: [String]) -> String {
        let shown = cells.enumerated().map { "BT /F 10 Tf \(50 + 200 * $0) 700 Td (\($1)) Tj ET" }
        return "q \(image) 0 0 cm /I Do Q \(mode) \(shown.joined(separator: " "))"
    }

    /// Pages with this content.
    private func reading(_ contents: [String]) throws -> Reading {
        var writer = PDFWriter()
        writer.object(1, "<< /Type /Catalog /Pages 2 0 R >>")
        let kids = contents.indices.map { "\(10 + 2 * $0) 0 R" }.joined(separator: " ")
        let states = "/ExtGState << /G0 << /ca 0 >> /G1 << /ca 0.5 >> /G2 << /BM /Multiply >> >>"
        let resources = "/Resources << /Font << /F 5 0 R >> /XObject << /I 6 0 R /M 7 0 R >> \(states) >>"
        writer.object(
            2, "<< /Type /Pages /Kids [\(kids)] /Count \(contents.count) /MediaBox [0 0 600 800] \(resources) >>")
        writer.object(5, PDFWriter.helvetica)
        writer.stream(6, "/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8", [128])
        writer.stream(7, "/Subtype /Image /Width 1 /Height 1 /ImageMask true /BitsPerComponent 1", [128])
        for (index, content) in contents.enumerated() {
            let number = 10 + 2 * index
            writer.object(number, "<< /Type /Page /Parent 2 0 R /Contents \(number + 1) 0 R >>")
            writer.stream(number + 1, Array(content.utf8))
        }
        return try Reading(writer.finish())
    }

    @Test(
        "Invisible text over a large image is read, and reported as recognized",
        arguments: [
            ("3 Tr", "600 0 0 800", true), ("7 Tr", "600 0 0 800", true), ("/G0 gs", "600 0 0 800", true),
            ("/G1 gs", "600 0 0 800", false), ("q /G0 gs Q", "600 0 0 800", false), ("3 Tr", "600 0 0 300", false),
            ("0 Tr", "600 0 0 800", false),
            ("q 3 Tr Q", "600 0 0 800", false), ("3 Tr BT /F 10 Tf ( ) Tj ET 0 Tr", "600 0 0 800", false),
        ])
    func recognized(mode: String, image: String, isReported: Bool) throws {
        let cells = ["2100", "Approved"]
        #expect(
            try reading([page(mode, image: image, cells)])
                == Reading(rows: [PDFRow(cells)], notes: isReported ? [.recognizedText] : []))
    }

    @Test(
        "Text below a large image is reported as recognized, unless the image stands elsewhere or can be seen through",
        arguments: [
            ("q 600 0 0 800 0 0 cm /I Do Q", true), ("q 600 0 0 400 0 400 cm /I Do 1 0 0 1 0 -1 cm /I Do Q", true),
            ("q 600 0 0 600 0 0 cm /I Do Q", false), ("/G1 gs q 600 0 0 800 0 0 cm /I Do Q", false),
            ("/G2 gs q 600 0 0 800 0 0 cm /I Do Q", false), ("q 600 0 0 800 0 0 cm /M Do Q", false),
        ])
    func below(image: String, isReported: Bool) throws {
        let text = "BT /F 10 Tf 50 700 Td (2100) Tj 200 0 Td (Approved) Tj ET"
        #expect(try reading(["\(text) \(image)"]).notes == (isReported ? [.recognizedText] : []))
        #expect(try reading(["\(image) \(text)"]).notes == [])
    }

    @Test("A cover whose text was recognized is not reported if a table follows, but a page after the table is")
    func recognizedCover() throws {
        let (cover, table) = (page("3 Tr", ["Decisions"]), page("", ["2100", "Approved"]))
        #expect(try reading([cover, table]).notes == [])
        #expect(try reading([cover]).notes == [.recognizedText])
        #expect(try reading([table, cover]).notes == [.recognizedText])
    }

    @Test(
        "A page is reported as damaged if its content ends within an image, a string or the operands of an operator",
        arguments: [
            "BI /W 2 /H 2 /CS /G /BPC 8 ID abcd", "BI /F /Fl ID abcdEI", "BT 50 600 Td (lost Tj ET",
            "BT 50 600 Td (lost\\) Tj ET", "BT 50 600 Td <41 Tj ET", "BT 50 600 Td (lost)",
        ])
    func endOfContent(end: String) throws {
        var writer = PDFWriter()
        writer.page("BT /F 10 Tf 50 700 Td (read) Tj ET \(end)")
        #expect(try Reading(writer.finish()) == Reading(rows: [PDFRow(["read"])], notes: [.damagedPage]))
    }

    @Test("A page is reported as damaged if a part of its content is nowhere in the file")
    func missingContent() throws {
        var writer = PDFWriter()
        writer.page("BT /F 10 Tf 50 700 Td (read) Tj ET /X Do", resources: "/XObject << /X 9 0 R >>")
        let read = Reading(rows: [PDFRow(["read"])], notes: [.damagedPage])
        #expect(try Reading(writer.finish()) == read)
        writer.page("BT /F 10 Tf 50 700 Td (read) Tj ET")
        writer.object(
            3, "<< /Type /Page /Parent 2 0 R /Contents [4 0 R 9 0 R] /Resources << /Font << /F 5 0 R >> >> >>")
        #expect(try Reading(writer.finish()) == read)
        writer.object(3, "<< /Type /Page /Parent 2 0 R >>")
        #expect(try Reading(writer.finish()) == Reading(rows: []))
    }

    @Test("Text in a font without a character map is left out and not guessed")
    func fontWithoutMap() throws {
        let reading = try Reading(Corpus.bytes("refused/no-map"))
        #expect(reading.rows.isEmpty)
        #expect(reading.notes == [.fontWithoutMap("DejaVuSans")])
    }

    @Test("A glyph without a known text becomes U+FFFD in an otherwise readable row")
    func glyphWithoutMap() throws {
        var writer = PDFWriter()
        let font = PDFWriter.helvetica.replacing(
            "/WinAnsiEncoding", with: "<< /BaseEncoding /WinAnsiEncoding /Differences [65 /g17] >>")
        writer.page("BT /F 10 Tf (2100A) Tj ET", font: font)
        let reading = try Reading(writer.finish())
        #expect(reading.rows == [PDFRow(["2100\u{FFFD}"])])
        #expect(reading.notes == [.fontWithoutMap("Helvetica")])
    }

    @Test(
        "Files that are not PDFs are refused",
        arguments: ["", "%PD", "<!DOCTYPE html><title>404</title>", String(repeating: "x", count: 5000)])
    func notPDF(text: String) throws {
        #expect(code(Array(text.utf8)) == .notPDF)
        #expect(throws: PDFError.self) { try Arrival(Array(text.utf8), by: 16) }
    }

    @Test(
        "A file without pages is refused as damaged",
        arguments: ["%PDF-1.4\n", "%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n"])
    func noPages(text: String) {
        #expect(code(Array(text.utf8)) == .damaged)
    }

    @Test("An unknown encryption is refused as unsupported")
    func otherEncryption() {
        var writer = PDFWriter()
        writer.page("BT /F 10 Tf (x) Tj ET")
        writer.object(6, "<< /Filter /Adobe.PubSec /V 4 /R 4 >>")
        #expect(code(writer.finish("/Root 1 0 R /Encrypt 6 0 R")) == .unsupported)
    }
}
