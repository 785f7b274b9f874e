import ExamplesTestSupport
import Foundation
import Testing

@testable import PDFText

@Suite("Fonts that alone tell what their codes mean")
struct FontTests {
    private func reading(_ name: String) throws -> Reading { try Reading(PDFFile(path: FontCorpus.path(name))) }

    @Test(
        "A font's own tables tell what its codes mean",
        arguments: [
            "type1", "cff", "truetype-symbols", "truetype-mac", "truetype-both", "truetype-plain", "composite-cff",
            "composite-truetype-unicode", "composite-truetype-names", "composite-moved", "type3-decimal",
            "type3-hexadecimal",
        ])
    func own(name: String) throws {
        let reading = try reading(name)
        #expect(reading.rows.map(\.text) == [FontCorpus.text])
        #expect(reading.notes.isEmpty)
    }

    @Test(
        "Other readers of PDF find the same text in each font",
        arguments: [
            ("type1", "pdftotext"), ("cff", "pdftotext"), ("truetype-plain", "pdftotext"),
            ("type3-decimal", "pdftotext"), ("type3-hexadecimal", "pdftotext"), ("cff", "mutool"),
            ("truetype-mac", "mutool"), ("truetype-symbols", "mutool"), ("cjk-gbk", "pdftotext"),
            ("cjk-shift-jis", "pdftotext"), ("cjk-uhc", "pdftotext"), ("cjk-big5", "pdftotext"),
            ("cjk-utf16", "pdftotext"),
        ])
    func others(name: String, reader: String) throws {
        let program = Program(executable: URL(filePath: "/usr/bin/\(reader)"))
        let path = try FontCorpus.path(name)
        let result = try reader == "mutool" ? program("draw", "-q", "-F", "txt", path) : program(path, "-")
        // Readers differ in which gaps are blanks, and pdftotext widens the digits of Chinese fonts.
        let theirs = result.output.precomposedStringWithCompatibilityMapping.filter { !$0.isWhitespace }
        #expect(try reading(name).rows.map(\.text).joined().filter { !$0.isWhitespace } == theirs)
    }

    @Test(
        "A font that doesn't tell what its codes mean shows no wrong text",
        arguments: [
            "type1-numbered", "truetype-codes", "truetype-numbered", "truetype-missing", "type3-unknown",
            "composite-missing",
        ])
    func unknown(name: String) throws {
        let reading = try reading(name)
        #expect(reading.rows.isEmpty)
        #expect(reading.notes == [.fontWithoutMap(name == "type3-unknown" ? "without a name" : "Own")])
    }

    @Test("If neither the PDF nor the font tells what codes mean, only ASCII is read, and the rest is marked")
    func table() throws {
        let reading = try Reading(PDFFile(path: Corpus.path("own/ghostscript-truetype")))
        let rows = try Corpus.rows.map { row in
            PDFRow(row.cells.map { String($0.map { $0.isASCII ? $0 : "\u{FFFD}" }) })
        }
        #expect(reading.rows == rows)
        #expect(reading.notes == [.fontWithoutMap("DejaVuSans")])
    }

    @Test(
        "Both encodings of TeX's fonts are told apart",
        arguments: [("type3-old", "office–x"), ("type3-new", "üŘffic–x")])
    func tex(name: String, text: String) throws {
        #expect(try reading(name) == Reading(rows: [PDFRow([text])]))
    }

    @Test(
        "Codes of Chinese, Japanese and Korean encodings are read",
        arguments: ["gbk", "shift-jis", "uhc", "big5", "utf16"])
    func predefined(name: String) throws {
        #expect(try reading("cjk-\(name)") == Reading(rows: [PDFRow(["中文 21000007919"])]))
    }

    @Test("Chinese codes that pretend to be Western are read if the font's name is Chinese")
    func legacy() throws {
        #expect(try reading("legacy") == Reading(rows: [PDFRow(["拒签 21000007919"])]))
    }

    @Test("Codes that pretend to be Western are unknown if the font's name has another encoding")
    func legacyUnknown() throws {
        let reading = try reading("legacy-unknown")
        #expect(reading.rows.map(\.text) == ["���� 21000007919"])
        #expect(reading.notes.count == 1)
    }

    @Test(
        "Without poppler's data, Chinese codes are unknown and never Western letters",
        arguments: ["legacy", "cjk-gbk"])
    func withoutData(name: String) throws {
        let source = try PDFFile(path: FontCorpus.path(name))
        let table = ObjectTable(source: source, limits: .standard, isFinal: true)
        let loader = FontLoader(table: table, maps: PredefinedMaps(folders: ["/nonexistent"]))
        let font = try table.object(5).dictionary
        let dictionary = try #require(font)
        guard name == "legacy" else {
            #expect(throws: ReadFailure.self) { try loader.font(dictionary) }
            return
        }
        var text: [UInt8] = []
        let codes: [UInt8] = [0xBE, 0xDC, 0xC7, 0xA9, 0x32, 0x31]
        try loader.font(dictionary).forEachGlyph(in: codes[...]) { glyph, _ in glyph.append(to: &text) }
        #expect(String(decoding: text, as: UTF8.self) == "����21")
    }

    @Test(
        "A TrueType font without an encoding has Windows's only if it is symbolic",
        arguments: [(4, "ñù"), (32, "æø"), (34, "æø"), (36, "ñù")])
    func flags(flags: Int, text: String) throws {
        var writer = PDFWriter()
        writer.page(
            "BT /F 10 Tf 50 700 Td (\\361\\371) Tj ET",
            font: "<< /Type /Font /Subtype /TrueType /BaseFont /ArialMT /FontDescriptor 6 0 R >>")
        writer.object(6, "<< /Type /FontDescriptor /FontName /ArialMT /Flags \(flags) >>")
        #expect(try Reading(writer.finish()) == Reading(rows: [PDFRow([text])]))
    }

    @Test("The name of a map can't lead out of the folder of maps", arguments: ["../GBK-EUC-H", "", "a/b", "GBK EUC"])
    func names(name: String) {
        #expect(PredefinedMaps().map(name) == nil)
    }
}
