/// Makes rows of what a page shows.
enum PageLayout {
    static func rows(of page: PageText) -> [PDFRow] {
        let lines = TextLine.lines(of: page.runs)
        let splitter = CellSplitter(lines)
        let cells = lines.map { splitter.cells(of: $0, in: page.bytes) }
        let columns = Columns(cells)
        return cells.map(columns.row).filter { row in
            // A row of which nothing can be read says nothing.
            !row.cells.allSatisfy { $0.unicodeScalars.allSatisfy { $0 == "\u{FFFD}" || $0 == " " } }
        }
    }
}
