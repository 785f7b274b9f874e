import ExamplesTestSupport
import Foundation
import PDFText
import Testing

@Suite("What can't be read")
struct RefusalTests {
    private func code(_ bytes: [UInt8]) -> PDFError.Code? {
        do {
            _ = try Reading(bytes)
            return nil
        } catch {
            return (error as? PDFError)?.code
        }
    }

    @Test("is a password's file")
    func password() throws {
        #expect(try code(Corpus.bytes("refused/password")) == .passwordNeeded)
    }

    @Test("is a scanned page, and it is said")
    func scanned() throws {
        let reading = try Reading(Corpus.bytes("refused/scanned"))
        #expect(reading.rows.isEmpty)
        #expect(reading.notes == [.scanned])
    }

    @Test("is a font without a map: its text is left out and not guessed")
    func fontWithoutMap() throws {
        let reading = try Reading(Corpus.bytes("refused/no-map"))
        #expect(reading.rows.isEmpty)
        #expect(reading.notes == [.fontWithoutMap("DejaVuSans")])
    }

    @Test("is a glyph without a meaning in a row that is else readable: it stands as U+FFFD")
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
        "is no PDF at all",
        arguments: ["", "%PD", "<!DOCTYPE html><title>404</title>", String(repeating: "x", count: 5000)])
    func notPDF(text: String) throws {
        #expect(code(Array(text.utf8)) == .notPDF)
        #expect(throws: PDFError.self) { try Arrival(Array(text.utf8), by: 16) }
    }

    @Test("is a file without pages", arguments: ["%PDF-1.4\n", "%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n"])
    func noPages(text: String) {
        #expect(code(Array(text.utf8)) == .damaged)
    }

    @Test("is another encryption")
    func otherEncryption() {
        var writer = PDFWriter()
        writer.page("BT /F 10 Tf (x) Tj ET")
        writer.object(6, "<< /Filter /Adobe.PubSec /V 4 /R 4 >>")
        #expect(code(writer.finish("/Root 1 0 R /Encrypt 6 0 R")) == .unsupported)
    }
}
