import ExamplesTestSupport
import PDFText
import Testing

@Suite("Lines, columns and rows")
struct LayoutTests {
    private func rows(_ content: String, resources: String = "", font: String = PDFWriter.helvetica) throws
        -> [[String]]
    {
        var writer = PDFWriter()
        writer.page(content, resources: resources, font: font)
        return try Reading(writer.finish()).rows.map(\.cells)
    }

    @Test(
        "Lines and columns are found with every text operator",
        arguments: [
            "BT /F 10 Tf 50 700 Td (21) Tj (00) Tj 200 0 Td (ok) Tj ET",
            "BT /F 10 Tf 1 0 0 1 50 700 Tm (2100) Tj 1 0 0 1 250 700 Tm <6F6B> Tj ET",
            "BT /F 10 Tf 50 700 Td [(21) 20 (0) -30 (0)] TJ ET BT /F 10 Tf 250 700 Td (ok) Tj ET",
            "BT /F 10 Tf 50 700 Td [(2100) -18000 (ok)] TJ ET",
            "BT /F 10 Tf 14 TL 50 714 Td (2100) ' 200 14 Td 0 0 (ok) \" ET",
            "BT /F 10 Tf 50 714 TD 0 -14 TD (2100) Tj ET q 2 0 0 2 100 100 cm BT /F 5 Tf 75 300 Td (ok) Tj ET Q",
            "q 1 0 0 -1 0 800 cm BT /F 10 Tf 1 0 0 -1 50 100 Tm (2100) Tj 1 0 0 -1 250 100 Tm (ok) Tj ET Q",
            "BT /F 10 Tf 50 698 Td 2 Ts (2100) Tj 0 Ts 200 2 Td (ok) Tj ET",
            "0 1 -1 0 0 0 cm BT /F 10 Tf 50 -700 Td (2100) Tj 200 0 Td (ok) Tj ET",
            "BT /F 10 Tf 250 700 Td (ok) Tj -200 0 Td (2100) Tj ET",
            "BT /F -10 Tf -1 0 0 -1 50 700 Tm (21) Tj (00) Tj -1 0 0 -1 250 700 Tm (ok) Tj ET",
            "BT /F 10 Tf -100 Tz -1 0 0 1 50 700 Tm (21) Tj (00) Tj -1 0 0 1 250 700 Tm (ok) Tj ET",
        ])
    func operators(content: String) throws {
        #expect(try rows(content) == [["2100", "ok"]])
    }

    @Test(
        "An operator within an array of strings and its number are left out",
        arguments: ["0 Tc", "900 Tw", "900 Tz", "900 TL", "9 Ts", "Tc"])
    func operatorsInArrays(operation: String) throws {
        let content = "BT /F 10 Tf 50 700 Td [(2100) \(operation) -18000 (o) \(operation) 0 (k)] TJ \(operation) ET"
        #expect(try rows(content) == [["2100", "ok"]])
    }

    @Test("A space without a width separates words")
    func narrowSpace() throws {
        let widths = "0" + String(repeating: " 500", count: 90)
        let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Own /FirstChar 32 /Widths [\(widths)] >>"
        #expect(try rows("BT /F 10 Tf 50 700 Td (Arial Bold) Tj ET", font: font) == [["Arial Bold"]])
    }

    @Test("Spaces within a cell are kept, however they are made")
    func spaces() throws {
        let content = """
            BT /F 10 Tf 50 700 Td (2100 0012345) Tj 0 -20 Td [(a) -300 (b)] TJ 0 -20 Td 5 Tw (a b) Tj 0 Tw
            0 -20 Td (a) Tj 8 0 Td (b) Tj 0 -20 Td (a   b) Tj ET
            """
        #expect(try rows(content) == [["2100 0012345"], ["a b"], ["a b"], ["a b"], ["a", "b"]])
    }

    @Test(
        "A mark that stands higher or lower in a smaller font is a word of its own, but the ending of an ordinal is not",
        arguments: [
            ("(2100) Tj 3.3 Ts /F 6 Tf (1) Tj", "2100 1"), ("(2100) Tj 3.3 Ts /F 8.3 Tf (1) Tj", "2100 1"),
            ("3.3 Ts /F 6 Tf (1) Tj 0 Ts /F 10 Tf (2100) Tj", "1 2100"), ("(2100) Tj -2 Ts /F 6 Tf (1) Tj", "2100 1"),
            ("(2100) Tj /F 6 Tf (1) Tj", "21001"), ("(2100) Tj 2 Ts (1) Tj", "21001"),
            ("(2100) Tj 3.3 Ts /F 6 Tf (a) Tj", "2100 a"), ("(14) Tj 3.3 Ts /F 6 Tf (th) Tj", "14th"),
        ])
    func marks(shown: String, expected: String) throws {
        #expect(try rows("BT /F 10 Tf 50 700 Td \(shown) ET") == [[expected]])
    }

    @Test("A row that has nothing in a column gets an empty cell")
    func emptyCells() throws {
        var content = "BT /F 10 Tf "
        for (index, row) in [["1", "yes", "x"], ["2", "", "x"], ["", "no", ""], ["3", "no", ""]].enumerated() {
            for (column, cell) in row.enumerated() where !cell.isEmpty {
                content += "1 0 0 1 \(50 + column * 100) \(700 - index * 20) Tm (\(cell)) Tj "
            }
        }
        #expect(
            try rows(content + "ET") == [["1", "yes", "x"], ["2", "", "x"], ["no"], ["3", "no", ""]])
    }

    /// The rows of a table with these texts above and below it, at the given places.
    private func table(_ beside: [(x: Int, text: String)], headerGap: Int? = nil) throws -> [[String]] {
        var content = "BT /F 10 Tf "
        func show(_ x: Int, _ y: Int, _ text: String) { content += "1 0 0 1 \(x) \(y) Tm (\(text)) Tj " }
        if let headerGap {
            for (x, text) in [(112, "Number"), (250, "Note"), (322, "Status"), (450, "Date")] {
                show(x, 700 + headerGap, text)
            }
        }
        for row in 0..<10 {
            for (x, text) in [(112, "2100000000\(row)"), (322, "Approved"), (450, "14-Jun-12")] {
                show(x, 700 - 18 * row, text)
            }
        }
        for (x, text) in beside {
            show(x, 810, text)
            show(x, 30, text)
        }
        return try rows(content + "ET").filter { $0[0].hasPrefix("2100") }
    }

    @Test(
        "Text above and below a table makes no columns",
        arguments: [
            [(60, "Updated"), (250, "14-Jun-12"), (400, "x"), (520, "Page 1 of 3")],
            [(112, "Ministry"), (250, "2012"), (520, "Page 1")], [(60, "Embassy"), (400, "London"), (450, "Page 1")],
            [(60, "a"), (120, "b"), (200, "c"), (250, "d"), (322, "e"), (400, "f"), (450, "g"), (520, "h")],
        ])
    func footers(beside: [(x: Int, text: String)]) throws {
        #expect(try table(beside) == (0..<10).map { ["2100000000\($0)", "Approved", "14-Jun-12"] })
    }

    @Test(
        "A header keeps the place of a column that is empty, no matter how far above the rows it stands",
        arguments: [18, 60])
    func emptyColumn(gap: Int) throws {
        #expect(try table([], headerGap: gap) == (0..<10).map { ["2100000000\($0)", "", "Approved", "14-Jun-12"] })
    }

    @Test("Numbers and statuses that no line has both of are two columns, but a heading beside its numbers is not")
    func centeredStatus() throws {
        var content = "BT /F 10 Tf "
        func show(_ x: Int, _ y: Int, _ text: String) { content += "1 0 0 1 \(x) \(y) Tm (\(text)) Tj " }
        for row in 0..<16 {
            show(50, 740 - 28 * row, "2100000\(1000 + row)")
            show(300, 740 - 28 * row, "02-Jun-")
            if row % 4 == 1 { show(150, 726 - 28 * row, "Issued") }
            show(300, 726 - 28 * row, "12")
        }
        let centered = try rows(content + "ET")
        #expect(centered[0] == ["21000001000", "", "02-Jun-"])
        #expect(centered[3] == ["", "Issued", "12"])
        content = "BT /F 10 Tf "
        show(130, 740, "Number")
        show(300, 740, "Status")
        for row in 1..<10 {
            show(50, 740 - 14 * row, "2100000\(1000 + row)")
            show(300, 740 - 14 * row, "Issued")
        }
        let headed = try rows(content + "ET")
        #expect(headed[0] == ["Number", "Status"])
        #expect(headed[1] == ["21000001001", "Issued"])
    }

    @Test("Narrow columns are split where most rows begin a piece of text")
    func narrowColumns() throws {
        var content = "BT /F 10 Tf "
        for index in 0..<6 {
            content +=
                "1 0 0 1 50 \(700 - index * 20) Tm (21000) Tj 1 0 0 1 80 \(700 - index * 20) Tm (Approved now) Tj "
        }
        #expect(try rows(content + "ET") == Array(repeating: ["21000", "Approved now"], count: 6))
    }

    @Test(
        "Lines and columns are found in fonts with units of their own",
        arguments: [(1.0, 0.24, 21), (0.01, 1, 500), (0.001, 10, 500)])
    func ownUnits(unit: Double, size: Double, width: Int) throws {
        let characters = Array("0123456789abcdefghijklmnopqrstuvwxyz ".utf8)
        let names = characters.map { "/\($0 == 32 ? "space" : "c\($0)")" }
        let font = """
            << /Type /Font /Subtype /Type3 /FontBBox [0 0 100 100] /FontMatrix [\(unit) 0 0 \(unit) 0 0]
            /CharProcs << \(names.map { "\($0) 6 0 R" }.joined(separator: " ")) >> /ToUnicode 7 0 R /FirstChar 32 /LastChar 122
            /Encoding << /Differences [\(zip(characters, names).map { "\($0) \($1)" }.joined(separator: " "))] >>
            /Widths [\(Array(repeating: "\(width)", count: 91).joined(separator: " "))] >>
            """
        var writer = PDFWriter()
        writer.page("BT /F \(size) Tf 50 700 Td (2100 0012345) Tj 100 0 Td (not approved) Tj ET", font: font)
        writer.stream(6, Array("\(width) 0 d0".utf8))
        writer.stream(7, Array("1 beginbfrange <20> <7A> <0020> endbfrange".utf8))
        #expect(try Reading(writer.finish()).rows.map(\.cells) == [["2100 0012345", "not approved"]])
    }

    @Test(
        "Vertical text is read downward, from right to left",
        arguments: ["", "/DW2 [880 -1000]", "/DW2 [880 -500] /W2 [1 [-1000 500 880] 2 200 -1000 500 880]"])
    func vertical(heights: String) throws {
        let font = """
            << /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /Identity-V /ToUnicode /Identity-H
            /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Any /DW 500 \(heights) >>] >>
            """
        var content = "BT /F 10 Tf 100 Tz "
        for (x, number, status) in [(500, "2100", "not yet"), (480, "2101", "ok")] {
            for (y, text) in [(700, number), (600, status)] {
                let codes = text.utf8.map { "00" + String($0, radix: 16) }
                content += "1 0 0 1 \(x) \(y) Tm [<\(codes[0])> 0 <\(codes.dropFirst().joined())>] TJ "
            }
        }
        #expect(try rows(content + "ET", font: font) == [["2100", "not yet"], ["2101", "ok"]])
    }

    @Test("Text that is drawn twice to look bold appears once")
    func shadows() throws {
        #expect(try rows("BT /F 10 Tf 50 700 Td (2100) Tj 0.3 0 Td (2100) Tj ET") == [["2100"]])
    }

    @Test("The text of a form appears where the form is drawn")
    func forms() throws {
        var writer = PDFWriter()
        writer.page("q 1 0 0 1 50 700 cm /X Do Q /X Do", resources: "/XObject << /X 6 0 R >>")
        writer.stream(6, "/Subtype /Form /Matrix [1 0 0 1 5 5]", Array("BT /F 10 Tf (in) Tj ET".utf8))
        #expect(try Reading(writer.finish()).rows.map(\.cells) == [["in"], ["in"]])
    }

    @Test(
        "Text after an inline image is read",
        arguments: [
            "BI /W 2 /H 1 /BPC 8 /CS /G ID \u{1} EIx( EI\n", "BI /W 2 /H 2 /BPC 8 /CS /G ID abcdEI Q ",
            "BI /W 1 /H 2 /BPC 4 /CS /RGB ID a EI EI (\u{1}) Tj ",
        ])
    func inlineImages(image: String) throws {
        #expect(try rows("\(image)BT /F 10 Tf (after) Tj ET") == [["after"]])
    }

    @Test("Repeated headers are left out, but rows of data never are")
    func headers() {
        var headers = RepeatedHeaders()
        let header = PDFRow(["Number", "Decision"])
        let data = PDFRow(["2100", "ok"])
        #expect(headers.removing(from: [PDFRow(["Title"]), header, data]) == [PDFRow(["Title"]), header, data])
        #expect(headers.removing(from: [PDFRow(["Title"]), header, data]) == [PDFRow(["Title"]), data])
        #expect(headers.removing(from: [data, header]) == [data, header])
        var withoutHeader = RepeatedHeaders()
        #expect(withoutHeader.removing(from: [data]) == [data])
        #expect(withoutHeader.removing(from: [data]) == [data])
    }
}
