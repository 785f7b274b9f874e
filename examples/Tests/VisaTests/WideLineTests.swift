import TestSupport
import Testing

@testable import PDFText
@testable import visa

@Suite("Lines with more cells than a table has columns")
struct WideLineTests {
    /// A page without columns, whose lines have equal cells.
    private func page(_ text: String, cells: Int, lines: Int) -> PDFPage {
        let places = (0..<cells).map(Double.init)
        let lines = (0..<lines).map { line in
            PageTable.Line(
                height: Double(-20 * line), size: 10, direction: 0,
                cells: places.map { CellSplitter.Cell(start: $0, end: $0 + 0.5, height: 0, text: text) })
        }
        return PDFPage(
            object: nil, rows: lines.map { PDFRow($0.cells.map(\.text)) }, isRecognized: false,
            table: PageTable(lines: lines, columns: Columns([]), edges: []))
    }

    @Test("Two lines of 30,000 cells that may begin a broken number are read in seconds")
    func brokenNumbers() throws {
        let number = try #require(ApplicationNumber("21000000007"))
        let page = page("2", cells: 30_000, lines: 2)
        var matcher = RowMatcher([(number, Preset.london.form)])
        let start = Fuzz.processorTime
        matcher.read(page)
        #expect(Fuzz.processorTime - start < 10)
        let found = matcher.finish()
        #expect(found.isEmpty)
    }
}
