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
