import Testing

@testable import PDFText

@Suite("Maps from codes to text")
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
        "hold single codes, ranges and lists",
        arguments: [
            (0x01, "A"), (0x02, "fi"), (0x03, "😀"), (0x10, "0"), (0x15, "5"), (0x19, "9"), (0x20, "X"), (0x21, "YY"),
            (0x22, "Z"),
        ] as [(UInt32, String)])
    func text(code: UInt32, expected: String) {
        #expect(Self.map.text(code) == Array(expected.utf8))
    }

    @Test("hold nothing of other codes", arguments: [0x00, 0x04, 0x0F, 0x1A, 0x23, 0x100] as [UInt32])
    func missing(code: UInt32) {
        #expect(Self.map.text(code) == nil)
    }

    @Test("hold the numbers of glyphs, and how long codes are")
    func glyphs() {
        #expect(Self.map.glyph(0x100) == 500)
        #expect(Self.map.glyph(0x1FF) == 755)
        #expect(Self.map.glyph(0x7) == 9)
        #expect(Self.map.glyph(0x200) == nil)
        #expect(Self.map.codeSpaces.map(\.length) == [2])
    }

    @Test(
        "hold nothing where they are damaged",
        arguments: ["", "1 beginbfchar <00", "beginbfrange <01> <00> <41>", "[[[ <<"])
    func damaged(source: String) {
        #expect(CMap(parsing: Array(source.utf8)).text(1) == nil)
    }
}
