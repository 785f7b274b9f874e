import ExamplesTestSupport
import Foundation
import PDFText
import Testing

@Suite("Cells with several lines")
struct RecordTests {
    /// The records of all rows on a PDF's first page that begin with a number.
    private func records(_ source: any PDFSource) throws -> [PDFRecord] {
        var records: [PDFRecord] = []
        _ = try PDFDocument(source).readPages { page in
            for (index, row) in page.rows.enumerated() {
                guard let key = row.cells.firstIndex(where: { $0.wholeMatch(of: /\d{11}/) != nil }) else { continue }
                records.append(PDFRecords(page, key: key, of: index).record(at: index))
            }
        }
        return records
    }

    /// A page with texts at the given positions.
    private func page(_ texts: [(x: Int, y: Int, text: String)], and drawn: String = "") throws -> [PDFRecord] {
        let shown = texts.map { "1 0 0 1 \($0.x) \($0.y) Tm (\($0.text)) Tj" }.joined(separator: "\n")
        var writer = PDFWriter()
        writer.page("BT /F 10 Tf \(shown) ET \(drawn)")
        return try records(PDFBytes(writer.finish()))
    }

    @Test("Cells with several lines are complete, however the other cells are aligned", arguments: Corpus.wrapped)
    func producers(name: String) throws {
        let records = try records(PDFFile(path: Corpus.path("wrapped/\(name)")))
        try #expect(records.map(\.cells) == Corpus.wrappedRows)
        #expect(records.allSatisfy { $0.uncertain.isEmpty })
    }

    /// Three rows at the given distances. The second and the third have two lines.
    private func rows(line: Int, row: Int) -> [(x: Int, y: Int, text: String)] {
        var texts: [(x: Int, y: Int, text: String)] = []
        var y = 700
        for (number, words) in [
            ("21000000001", ["Issued"]), ("21000000002", ["Not", "issued"]), ("21000000003", ["Not", "yet"]),
        ] {
            texts += [(50, y, number), (300, y, "01-Jun-12")]
            for (index, word) in words.enumerated() { texts.append((150, y - index * line, word)) }
            y -= (words.count - 1) * line + row
        }
        return texts
    }

    @Test("Lines are assigned to rows if they are closer to each other than rows are")
    func gaps() throws {
        let records = try page(rows(line: 12, row: 16))
        #expect(records.map { $0.cells[1] } == ["Issued", "Not issued", "Not yet"])
        #expect(records.allSatisfy { $0.uncertain.isEmpty })
    }

    @Test("Cells are uncertain if lines and rows are equally far apart, unless ruled lines separate the rows")
    func equalGaps() throws {
        let texts = rows(line: 14, row: 14)
        let records = try page(texts)
        #expect(records.map(\.uncertain) == [[], [1], [1]])
        #expect(records.allSatisfy { !$0.cells[1].contains("yet") || $0.cells[1] == "Not yet" })
        let rules = [710, 696, 668, 640].map { "40 \($0) m 400 \($0) l S" }.joined(separator: " ")
        let ruled = try page(texts, and: rules)
        #expect(ruled.map { $0.cells[1] } == ["Issued", "Not issued", "Not yet"])
        #expect(ruled.allSatisfy { $0.uncertain.isEmpty })
        // A path that isn't painted is not a ruled line, and a line under a single cell doesn't separate rows.
        for drawn in [rules.replacing(" S", with: " n"), "145 697 m 200 697 l S 145 683 m 200 683 l S"] {
            #expect(try page(texts, and: drawn).map(\.uncertain) == [[], [1], [1]])
        }
    }

    @Test("A heading between rows is not joined with a row, but the rows beside it are uncertain")
    func headingBetweenRows() throws {
        let records = try page([
            (50, 700, "21000000001"), (150, 700, "Issued"), (300, 700, "01-Jun-12"),
            (150, 686, "Refused applications"),
            (50, 672, "21000000002"), (150, 672, "Refused"), (300, 672, "02-Jun-12"),
            (50, 658, "21000000003"), (150, 658, "Refused"), (300, 658, "03-Jun-12"),
        ])
        #expect(records.map { $0.cells[1] } == ["Issued", "Refused", "Refused"])
        #expect(records.map(\.uncertain) == [[1], [1], []])
    }

    @Test("Cells are uncertain if a line of the same row begins below the number")
    func linesBelowKey() throws {
        let records = try page([
            (50, 700, "21000000001"), (150, 700, "Not approved: the"), (300, 700, "01-Jun-12"),
            (50, 688, "Anna"), (150, 688, "applicant may ask"),
            (50, 670, "21000000002"), (150, 670, "Issued"), (300, 670, "02-Jun-12"),
        ])
        #expect(records.map(\.uncertain) == [[1], []])
    }

    @Test("Lines are joined without a space after a hyphen inside a word")
    func hyphens() throws {
        #expect("02-Jun-".joined(withLine: "12") == "02-Jun-12")
        #expect("refused -".joined(withLine: "see letter") == "refused - see letter")
        #expect("appli\u{AD}".joined(withLine: "cation") == "application")
        #expect("not".joined(withLine: "yet") == "not yet")
    }

    @Test(
        "A text that extends into the next column is not joined with that column",
        arguments: ["Refused: documents missing in the file", "Refused:documentsmissinginthefile"])
    func overlong(text: String) throws {
        let records = try page([
            (50, 700, "21000000001"), (150, 700, "Issued"), (250, 700, "01-Jun-12"),
            (50, 686, "21000000002"), (150, 686, text), (250, 686, "02-Jun-12"),
            (50, 672, "21000000003"), (150, 672, "Issued"), (250, 672, "03-Jun-12"),
        ])
        #expect(records.map(\.cells)[1] == ["21000000002", text, "02-Jun-12"])
        #expect(records.allSatisfy { $0.uncertain.isEmpty })
    }

    @Test("Numbers in one ruled cell share the other cells of the row, so each has only a part of their text")
    func sharedCells() throws {
        let texts = [
            (50, 700, "21000000001"), (150, 700, "Issued"), (300, 700, "01-Jun-12"),
            (50, 684, "21000000002"), (150, 684, "Refused: documents"), (300, 684, "02-Jun-12"),
            (50, 672, "21000000003"), (150, 672, "are missing"),
            (50, 656, "21000000004"), (150, 656, "Issued"), (300, 656, "03-Jun-12"),
        ]
        func rules(_ heights: [Int]) -> String { heights.map { "40 \($0) m 400 \($0) l S" }.joined(separator: " ") }
        let ruled = try page(texts, and: rules([712, 696, 668, 652]))
        #expect(ruled.map { $0.uncertain.contains(1) } == [false, true, true, false])
        #expect(ruled.map { $0.uncertain.contains(2) && !$0.cells[2].isEmpty } == [false, false, false, false])
    }

    @Test("A row is uncertain if a ruled row of several cells without a key stands directly below it")
    func secondEntry() throws {
        let texts = [
            (50, 700, "21000000001"), (150, 700, "Issued"), (300, 700, "01-Jun-12"),
            (50, 684, "21000000002"), (150, 684, "Refused"), (300, 684, "02-Jun-12"),
            (150, 668, "Appeal allowed"),
            (50, 652, "21000000003"), (150, 652, "Issued"), (300, 652, "03-Jun-12"),
        ]
        let rules = [712, 696, 680, 664, 648].map { "40 \($0) m 400 \($0) l S" }.joined(separator: " ")
        #expect(try page(texts + [(300, 668, "20-Jun-12")], and: rules).map(\.uncertain) == [[], [1, 2], []])
        // A heading has a single cell, and a footer no ruled line below it.
        #expect(try page(texts, and: rules).map(\.uncertain) == [[], [], []])
        let footer = [(150, 636, "Page 1 of 2"), (300, 636, "20-Jun-12")]
        for frame in ["", "40 600 m 400 600 l S"] {
            #expect(try page(texts + footer, and: "\(rules) \(frame)").map(\.uncertain) == [[], [], []])
        }
    }

    /// Ten rows. The rows from the fourth on share a text of two lines. The first line stands `up` above their middle.
    private func sharingRows(_ count: Int, apart distance: Int, up: Int) throws -> [PDFRecord] {
        var texts: [(x: Int, y: Int, text: String)] = []
        for row in 0..<10 {
            let y = 780 - distance * row
            texts += [(50, y, "2100000000\(row)"), (300, y, "01-Jun-12")]
            if !(3..<3 + count).contains(row) { texts.append((150, y, "Issued")) }
        }
        let y = 780 - distance * 3 - distance * (count - 1) / 2 + up
        return try page(texts + [(150, y, "Refused for reasons 2 and"), (150, y - 12, "3")])
    }

    @Test(
        "A text that rows without ruled lines share is uncertain in each row that has only one of its lines",
        arguments: [2, 3, 4].flatMap { rows in [3, 6, 9, 12].map { (rows, $0) } }, [18, 20])
    func sharedText(place: (rows: Int, up: Int), distance: Int) throws {
        let records = try sharingRows(place.rows, apart: distance, up: place.up)
        #expect(records.count == 10)
        let whole = ["Issued", "Refused for reasons 2 and 3", ""]
        #expect(records.allSatisfy { whole.contains($0.cells[1]) || $0.uncertain == [1] })
        #expect((records.prefix(2) + records.suffix(2)).allSatisfy { $0.uncertain.isEmpty && $0.cells[1] == "Issued" })
    }

    @Test(
        "Lines of a text that two rows share are uncertain, however many lines of it stand beside each",
        arguments: [
            (lines: [746, 734], rows: [780, 764, 748, 732, 716, 700]),
            (lines: [744, 732, 720, 708, 696], rows: [780, 760, 736, 704, 678, 658]),
        ])
    func sharedLines(place: (lines: [Int], rows: [Int])) throws {
        let shared = place.lines.map { (x: 150, y: $0, text: "line") }
        let rows = place.rows.enumerated().flatMap { row, y in
            [(x: 50, y: y, text: "2100000000\(row)"), (300, y, "01-Jun-12")]
                + ([2, 3].contains(row) ? [] : [(150, y, "Issued")])
        }
        #expect(try page(rows + shared).map(\.uncertain) == [[], [], [1], [1], [], []])
    }

    @Test(
        "A text that is centered beside its number is certain even if one of its lines is almost on the number's line")
    func centeredLines() throws {
        let texts = (0..<9).flatMap { row in
            let y = 780 - 30 * row
            let own = [(50, y, "2100000000\(row)"), (300, y, "01-Jun-12")]
            guard row % 3 == 1 else { return own + [(150, y + 2, "Issued")] }
            return own + [(150, y + 8, "Refused, see"), (150, y - 4, "the letter")]
        }
        let records = try page(texts)
        #expect(records.map { $0.cells[1] } == (0..<9).map { $0 % 3 == 1 ? "Refused, see the letter" : "Issued" })
        #expect(records.allSatisfy { $0.uncertain.isEmpty })
    }

    @Test("A raised text beside a number is certain if no row has another line of it")
    func raisedText() throws {
        let records = try page(
            (0..<9).flatMap { row in
                let y = 780 - 30 * row
                return [
                    (50, y, "2100000000\(row)"), (150, y + (row % 3 == 1 ? 3 : 0), "Issued"), (300, y, "01-Jun-12"),
                ]
            })
        #expect(records.count == 9)
        #expect(records.allSatisfy { $0.uncertain.isEmpty })
    }

    @Test("An uncertain cell keeps the beginning of its text, which stands above the number")
    func uncertainBeginning() throws {
        var texts = (0..<4).flatMap { row in
            let y = 780 - 40 * row
            return [(50, y, "2100000000\(row)"), (300, y, "01-Jun-12")] + (row == 2 ? [] : [(150, y, "Issued")])
        }
        texts += [(150, 708, "Refused, see"), (150, 680, "the letter")]
        let records = try page(texts)
        #expect(records[2].cells[1].hasPrefix("Refused, see"))
        #expect(records[2].uncertain == [1])
    }

    @Test("Rows without a ruled line between them are certain if each has a date")
    func datedRows() throws {
        let texts = (0..<10).flatMap { row in
            let y = 700 - 14 * row
            return [(50, y, "2100000000\(row)"), (150, y, row == 5 ? "Refused" : "Issued"), (300, y, "0\(row)-Jun-12")]
        }
        // Rows 4 to 6 stand between the same ruled lines.
        let rules = (0...10).filter { ![5, 6].contains($0) }.map { "40 \(710 - 14 * $0) m 400 \(710 - 14 * $0) l S" }
        let records = try page(texts, and: rules.joined(separator: " "))
        #expect(records.map { $0.cells[1] } == (0..<10).map { $0 == 5 ? "Refused" : "Issued" })
        #expect(records.allSatisfy { $0.uncertain.isEmpty })
    }

    /// Rows of one line each.
    private func rows(_ count: Int, apart distance: Int) -> [(x: Int, y: Int, text: String)] {
        var texts: [(x: Int, y: Int, text: String)] = []
        for row in 0..<count {
            let y = 700 - distance * row
            texts += [(50, y, "2100000000\(row)"), (150, y, "Issued"), (300, y, "01-Jun-12")]
        }
        return texts
    }

    @Test("Rows are certain if the table has a ruled line only after every second row")
    func rareRules() throws {
        let texts = rows(8, apart: 16)
        let rules = [680, 648, 616].map { "40 \($0) m 400 \($0) l S" }.joined(separator: " ")
        let records = try page(texts, and: rules)
        #expect(records.count == 8)
        #expect(records.allSatisfy { $0.uncertain.isEmpty && $0.cells[1] == "Issued" })
    }

    @Test(
        "A watermark across the rows is no part of a cell", arguments: [0, 3, 7, 10, 14], ["", "40 688 m 400 688 l S"])
    func watermark(offset: Int, drawn: String) throws {
        let texts = rows(6, apart: 18)
        let mark = "BT /F 60 Tf 1 0 0 1 140 \(664 - offset) Tm (COPY) Tj ET"
        let records = try page(texts, and: "\(drawn) \(mark)")
        #expect(records.map { Array($0.cells.suffix(2)) } == Array(repeating: ["Issued", "01-Jun-12"], count: 6))
        #expect(records.allSatisfy { $0.uncertain.isEmpty })
    }

    @Test(
        "Words that justified text moves far apart make no columns, and the cell is uncertain, unless many lines do so",
        arguments: [1, 6])
    func spreadWords(count: Int) throws {
        let rows = (0..<12).map { row in
            let y = 700 - 14 * row
            let status = row < count ? "(Refused ) Tj 80 0 Td (see ) Tj 20 0 Td (letter) Tj" : "(Issued) Tj"
            return "1 0 0 1 50 \(y) Tm (\(21_000_000_000 + row)) Tj 1 0 0 1 150 \(y) Tm \(status) "
                + "1 0 0 1 350 \(y) Tm (01-Jun-12) Tj"
        }
        var writer = PDFWriter()
        writer.page("BT /F 10 Tf \(rows.joined(separator: " ")) ET")
        let records = try records(PDFBytes(writer.finish()))
        let status = count == 1 ? ["Refused see letter"] : ["Refused", "see letter"]
        #expect(records[0].cells == ["21000000000"] + status + ["01-Jun-12"])
        #expect(records[0].uncertain == (count == 1 ? [1] : []))
        #expect(records[11].cells.last == "01-Jun-12")
        #expect(records[11].uncertain.isEmpty)
    }

    @Test(
        "A text that a rectangle hides is uncertain, but not one that is written on a rectangle, or beside it",
        arguments: [
            ("145 696 100 13 re f", true), ("145 696 100 13 re B", true), ("145 696 100 13 re S", false),
            ("145 696 100 13 re W n", false), ("145 696 100 13 re 146 697 98 11 re f*", false),
            ("145 682 100 13 re f", false), ("260 696 30 13 re f", false),
        ])
    func hidden(drawn: String, isHidden: Bool) throws {
        let texts = [(50, 700, "21000000001"), (150, 700, "Under review"), (300, 700, "01-Jun-12")]
        #expect(try page(texts, and: drawn).map(\.uncertain) == [isHidden ? [1] : []])
        let shown = texts.map { "1 0 0 1 \($0.0) \($0.1) Tm (\($0.2)) Tj" }.joined(separator: " ")
        var writer = PDFWriter()
        writer.page("\(drawn) BT /F 10 Tf \(shown) ET")
        #expect(try records(PDFBytes(writer.finish())).map(\.uncertain) == [[]])
    }

    @Test("A text that an annotation strikes out is uncertain", arguments: [("StrikeOut", true), ("Link", false)])
    func struckOut(kind: String, isStruckOut: Bool) throws {
        var writer = PDFWriter()
        let texts = [(50, "21000000001"), (150, "Under review"), (300, "01-Jun-12")]
        writer.page("BT /F 10 Tf \(texts.map { "1 0 0 1 \($0.0) 700 Tm (\($0.1)) Tj" }.joined(separator: " ")) ET")
        writer.object(
            3,
            """
            << /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >>
            /Annots [<< /Type /Annot /Subtype /\(kind) /Rect [148 696 212 710] >>] >>
            """)
        #expect(try records(PDFBytes(writer.finish())).map(\.uncertain) == [isStruckOut ? [1] : []])
    }

    @Test("Of two texts in the same place, the last one is read, and the cell is uncertain")
    func overlaid() throws {
        let records = try page([
            (50, 700, "21000000001"), (150, 700, "Under review"), (150, 700, "Approved"), (300, 700, "01-Jun-12"),
            (50, 686, "21000000002"), (150, 686, "Approved"), (300, 686, "02-Jun-12"),
        ])
        #expect(
            records.map(\.cells) == [
                ["21000000001", "Approved", "01-Jun-12"], ["21000000002", "Approved", "02-Jun-12"],
            ])
        #expect(records.map(\.uncertain) == [[1], []])
    }
}
