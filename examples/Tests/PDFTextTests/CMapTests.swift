import ExamplesTestSupport
import Testing

@testable import PDFText

@Suite("Character maps")
struct CMapTests {
    private static let map = CMap(
        parsing: Array(
            """
            /CIDInit /ProcSet findresource begin 12 dict begin begincmap
            /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
            1 begincodespacerange <0000> <FFFF> endcodespacerange
            3 beginbfchar <0001> <0041> <0002><00660069> <0003> <D83DDE00> endbfchar
            2 beginbfrange
            <0010> <0019> <0030>
            <0020> <0022> [<0058> <00590059> <005A>]
            endbfrange
            1 begincidrange <0100> <01FF> 500 endcidrange
            1 begincidchar <0007> 9 endcidchar
            endcmap
            """.utf8))

    @Test(
        "Character maps contain single codes, ranges and lists",
        arguments: [
            (0x01, "A"), (0x02, "fi"), (0x03, "😀"), (0x10, "0"), (0x15, "5"), (0x19, "9"), (0x20, "X"), (0x21, "YY"),
            (0x22, "Z"),
        ] as [(UInt32, String)])
    func text(code: UInt32, expected: String) {
        #expect(Self.map.text(code) == Array(expected.utf8))
    }

    @Test("Codes outside a character map have no text", arguments: [0x00, 0x04, 0x0F, 0x1A, 0x23, 0x100] as [UInt32])
    func missing(code: UInt32) {
        #expect(Self.map.text(code) == nil)
    }

    @Test("Character maps contain glyph numbers and the lengths of codes")
    func glyphs() {
        #expect(Self.map.glyph(0x100) == 500)
        #expect(Self.map.glyph(0x1FF) == 755)
        #expect(Self.map.glyph(0x7) == 9)
        #expect(Self.map.glyph(0x200) == nil)
        #expect(Self.map.codeSpaces.map(\.length) == [2])
    }

    @Test("The last entry for a code takes precedence")
    func overlaps() throws {
        let map = CMap(
            parsing: Array(
                """
                1 beginbfrange <00> <FF> <0000> endbfrange
                3 beginbfchar <2D> <2010> <5F> <0020> <2D> <2011> endbfchar
                1 beginbfrange <41> <5A> <0061> endbfrange 1 beginbfchar <43> <0043> endbfchar
                1 begincidrange <00> <FF> 100 endcidrange 1 begincidrange <10> <20> 0 endcidrange
                """.utf8))
        for (code, text) in [(0x20, " "), (0x2C, ","), (0x2D, "\u{2011}"), (0x2E, "."), (0x5F, " "), (0x60, "`")] {
            #expect(map.text(UInt32(code)).map { String(decoding: $0, as: UTF8.self) } == text)
        }
        for (code, text) in [(0x40, "@"), (0x41, "a"), (0x43, "C"), (0x44, "d"), (0x5A, "z"), (0x5B, "["), (0x7A, "z")]
        {
            #expect(map.text(UInt32(code)).map { String(decoding: $0, as: UTF8.self) } == text)
        }
        #expect([0x0F, 0x10, 0x20, 0x21, 0xFF].map { map.glyph($0) } == [115, 0, 16, 133, 355])
    }

    @Test("A character map is read up to its 70,000th entry")
    func manyEntries() {
        let first: UInt32 = 0x1000_0000
        let entries = (first..<first + 70_010).map { "<\(String($0, radix: 16))> <0041>" }
        let map = CMap(parsing: Array("beginbfchar \(entries.joined(separator: " ")) endbfchar".utf8))
        #expect(map.text(first + 69_999) == Array("A".utf8))
        #expect(map.text(first + 70_000) == nil)
    }

    @Test("The text of a code has at most 32 units, no matter how long it is in the character map")
    func longTexts() {
        let (odd, even) = (String(repeating: "41", count: 1001), String(repeating: "0041", count: 500))
        let map = CMap(parsing: Array("beginbfchar <01> <\(odd)> <02> <\(even)> endbfchar".utf8))
        for code: UInt32 in [1, 2] { #expect(map.text(code) == Array(repeating: UInt8(ascii: "A"), count: 32)) }
    }

    @Test("A list that is longer than its range adds no codes after the range")
    func longList() {
        let map = CMap(parsing: Array("beginbfrange <30> <31> [<0041> <0042> <0043>] endbfrange".utf8))
        #expect(map.text(0x31) == Array("B".utf8))
        #expect(map.text(0x32) == nil)
    }

    @Test("A glyph number that no collection can have is unknown, and the text before it is read")
    func hugeGlyphNumber() throws {
        var writer = PDFWriter()
        writer.page(
            "BT /F 10 Tf 50 700 Td <00000041FFFFFFFF> Tj ET",
            font: "<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding 7 0 R /DescendantFonts [6 0 R] >>")
        writer.object(
            6,
            """
            << /Type /Font /Subtype /CIDFontType0 /BaseFont /Own /DW 1000
            /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 0 >> >>
            """)
        let map = """
            1 begincodespacerange <00000000> <FFFFFFFF> endcodespacerange
            1 begincidrange <00000000> <FFFFFFFF> 65535 endcidrange 1 begincidchar <00000041> 34 endcidchar
            """
        writer.stream(7, Array(map.utf8))
        let expected = Reading(rows: [PDFRow(["A\u{FFFD}"])], notes: [.fontWithoutMap("Own")])
        #expect(try Reading(writer.finish()) == expected)
    }

    @Test("A map that extends another one has its entries as well, and its own take precedence")
    func extended() {
        let base = CMap(
            parsing: Array(
                """
                1 begincodespacerange <00> <7F> endcodespacerange
                1 begincidrange <20> <7E> 1 endcidrange 1 beginbfchar <41> <0061> endbfchar
                """.utf8))
        let source = """
            /Base usecmap 1 begincodespacerange <8140> <FEFE> endcodespacerange 1 begincidchar <21> 500 endcidchar
            """
        let map = CMap(parsing: Array(source.utf8)) { $0 == "Base" ? base : nil }
        #expect([0x20, 0x21, 0x22].map { map.glyph($0) } == [1, 500, 3])
        #expect(map.text(0x41) == Array("a".utf8))
        #expect(map.codeSpaces.map(\.length) == [1, 2])
        #expect([0x8140, 0x81FE, 0xFE40].allSatisfy { map.codeSpaces[1].contains($0) })
        // Both bytes must be within their own bounds.
        #expect([0x8139, 0x82FF, 0xFF41].allSatisfy { !map.codeSpaces[1].contains($0) })
    }

    @Test("The codes of a predefined Unicode map are Unicode text")
    func named() throws {
        var writer = PDFWriter()
        let font = """
            << /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /Identity-H /ToUnicode /Identity-H
            /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Any /DW 500 >>] >>
            """
        writer.page("BT /F 10 Tf 50 700 Td <004F006B> Tj ET", font: font)
        #expect(try Reading(writer.finish()).rows == [PDFRow(["Ok"])])
    }

    @Test(
        "Damaged character maps are empty",
        arguments: ["", "1 beginbfchar <00", "beginbfrange <01> <00> <41>", "[[[ <<"])
    func damaged(source: String) {
        #expect(CMap(parsing: Array(source.utf8)).text(1) == nil)
    }
}
