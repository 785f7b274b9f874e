import ExamplesTestSupport
import Foundation
import PDFText
import TestSupport
import Testing

@Suite("Cells of tables from many producers")
struct TableTests {
    @Test(
        "A table is read with the cells that it was made from, no matter which producer wrote it",
        arguments: TableFile.checkedIn)
    func cells(file: TableFile) throws {
        let reading = try Reading(PDFFile(path: file.path))
        #expect(reading.notes.isEmpty)
        try #expect(reading.rows.map(\.cells) == file.cells)
    }

    @Test("The checked-in tables vary in producer, number of columns, frequency of a status, and font")
    func variety() {
        let parts = TableFile.checkedIn.map { $0.description.split(separator: "-").map(String.init) }
        let producers = [
            "calc", "chromium", "groff", "pdflatex", "reportlab", "typst", "weasyprint", "wkhtmltopdf", "writer",
        ]
        #expect(Set(parts.map { $0[0] }) == Set(producers))
        #expect(Set(parts.map { $0[1] }) == Set((1...10).map(String.init)))
        #expect(Set(parts.map { $0[2] }) == ["one", "most", "some", "few", "all"])
        #expect(Set(parts.map { $0[3] }) == ["sans", "serif", "mono"])
        #expect(Set(parts.map { $0[4] }) == ["plain", "padded", "ruled"])
    }

    @Test("A random table is read with the cells that it was made from", arguments: 1...4)
    func random(seed: Int) throws {
        let folder = try TemporaryFolder("pdf-tables")
        defer { withExtendedLifetime(folder) {} }
        let files = try TableFile.random(seed: seed, in: folder.url)
        #expect(files.count >= 12)
        for file in files {
            let reading = try Reading(PDFFile(path: file.path))
            try #expect(reading.rows.map(\.cells) == file.cells, "\(file)")
        }
    }
}

@Suite("Columns of words that are placed one by one")
struct PlacedWordTests {
    /// The rows of a page on which each word is placed by itself, 2.8 points after the word before it in its cell.
    ///
    /// - Parameter lefts: Where the columns begin.
    private func rows(_ table: [[String]], lefts: [Double], drawn: String = "") throws -> [[String]] {
        var content = "\(drawn) BT /F 10 Tf "
        for (line, row) in table.enumerated() {
            for (left, cell) in zip(lefts, row) {
                var x = left
                for word in cell.split(separator: " ") {
                    content += "1 0 0 1 \(x) \(700 - 14 * line) Tm <\(Self.hexadecimal(String(word)))> Tj "
                    x += Double(word.count) * 6 + 2.8
                }
            }
        }
        var writer = PDFWriter()
        writer.page(content + "ET", font: Self.font)
        return try Reading(writer.finish()).rows.map(\.cells)
    }

    /// A font whose characters are all 6 points wide at 10 points.
    private static let font = """
        << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126
        /Widths [\(Array(repeating: "600", count: 95).joined(separator: " "))] >>
        """

    private static func hexadecimal(_ text: String) -> String {
        text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func table(_ statuses: [String]) -> [[String]] {
        statuses.enumerated().map { ["2100000\(1000 + $0)", $1, "\(10 + $0)-Jun-12"] }
    }

    @Test("A word that most rows share does not begin a column", arguments: [10, 8, 6, 5, 2])
    func sharedWord(count: Int) throws {
        let others = [
            "Approved", "Under review", "Issued", "Documents missing", "Not yet", "Refused", "Ready", "No visa",
        ]
        let table = Self.table(Array(repeating: "Refused (see letter)", count: count) + others.prefix(10 - count))
        #expect(try rows(table, lefts: [50, 150, 300]) == table)
    }

    @Test("Words stay together on a page with few lines", arguments: 1...3)
    func fewLines(count: Int) throws {
        let table = Array(repeating: ["Refused (see letter)"], count: count)
        #expect(try rows(table, lefts: [50]) == table)
    }

    @Test("A column that begins close behind the longest text is split from it")
    func closeColumn() throws {
        let table = Self.table(["Refused (see letter)", "Approved", "Issued", "Refused (see letter)", "Issued"])
        #expect(try rows(table, lefts: [50, 130, 246.6]) == table)
    }

    @Test("Ruled lines separate columns that are as close as words, but a box around a word doesn't")
    func rules() throws {
        let table = Self.table(Array(repeating: "Refused (see letter)", count: 6))
        let lefts = [50.0, 119, 236]
        let rules = "0.5 w " + [117.5, 234.3].map { "\($0) 710 m \($0) 620 l S" }.joined(separator: " ")
        #expect(try rows(table, lefts: lefts, drawn: rules) == table)
        let boxes = (0..<6).map { "162.4 \(698 - 14 * $0) 26.8 9 re S" }.joined(separator: " ")
        #expect(try rows(table, lefts: lefts, drawn: rules + " " + boxes) == table)
    }

    @Test("Running text above a table is not split where a column of the table begins")
    func runningText() throws {
        let title = ["These are the decisions of the embassy up to 14 June 2012 in order", "", ""]
        let table = Self.table(["Refused (see letter)", "Approved", "Issued", "Refused (see letter)", "Issued"])
        // The title has a word that begins at 124.4, and another one that covers 270.
        let found = try rows([title] + table, lefts: [50, 124.4, 270])
        #expect(found.map { $0.filter { !$0.isEmpty } } == [[title[0]]] + table)
    }

    @Test("Cells that stand half a line lower than the rest of their row belong to it")
    func displacedCells() throws {
        let table = Self.table(["Refused (see letter)", "Approved", "Issued", "Under review"])
        var content = "BT /F 10 Tf "
        for (line, row) in table.enumerated() {
            for (column, cell) in row.enumerated() {
                let y = 700 - 14 * line - (line == 2 && column == 1 ? 6 : 0)
                content += "1 0 0 1 \(50 + 130 * column) \(y) Tm <\(Self.hexadecimal(cell))> Tj "
            }
        }
        var writer = PDFWriter()
        writer.page(content + "ET", font: Self.font)
        #expect(try Reading(writer.finish()).rows.map(\.cells) == table)
    }

    @Test("Glyphs and spaces that are placed one by one are read like a string")
    func glyphs() throws {
        var content = "BT /F 10 Tf "
        let table = Self.table(Array(repeating: "Refused (see letter)", count: 8) + ["Approved", "Not yet"])
        for (line, row) in table.enumerated() {
            for (left, cell) in zip([50, 150, 300], row) {
                for (place, character) in cell.enumerated() {
                    let code = Self.hexadecimal(String(character))
                    content += "1 0 0 1 \(left + 6 * place) \(700 - 14 * line) Tm <\(code)> Tj "
                }
            }
        }
        var writer = PDFWriter()
        writer.page(content + "ET", font: Self.font)
        #expect(try Reading(writer.finish()).rows.map(\.cells) == table)
    }
}
