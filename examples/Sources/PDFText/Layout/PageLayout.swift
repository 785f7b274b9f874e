/// Makes rows of what a page shows.
enum PageLayout {
    static func rows(of page: PageText) -> [PDFRow] {
        var page = page
        let lines = TextLine.lines(of: &page.runs)
        var splitter = CellSplitter(lines, of: page)
        let cells = lines.map { splitter.cells(of: $0) }
        let columns = Columns(cells)
        return cells.map(columns.row).filter { row in
            // A row of which nothing can be read says nothing.
            !row.cells.allSatisfy { $0.unicodeScalars.allSatisfy { $0 == "\u{FFFD}" || $0 == " " } }
        }
    }
}
