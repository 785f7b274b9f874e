/// Turns the text of a page into rows.
enum PageLayout {
    static func rows(of page: PageText) -> (rows: [PDFRow], table: PageTable) {
        var page = page
        let lines = TextLine.lines(of: &page.runs)
        var splitter = CellSplitter(lines, of: page)
        let all = lines.map { line in
            var cells = splitter.cells(of: line)
            for index in cells.indices where !cells[index].text.utf8.allSatisfy(UTF8.isASCII) {
                cells[index].text = ReadingOrder.read(cells[index].text)
            }
            if !page.patches.isEmpty, line.direction == TextAxis.rightward {
                doubtHidden(&cells, page.runs[line.runs.lowerBound].size, page.patches)
            }
            return PageTable.Line(
                height: line.height, size: page.runs[line.runs.lowerBound].size, direction: line.direction,
                cells: cells)
        }
        let columns = Columns(TableBlock.rows(of: all))
        let legible = all.filter { line in
            // Leave out rows without any readable text.
            !line.cells.allSatisfy { $0.text.unicodeScalars.allSatisfy { $0 == "\u{FFFD}" || $0 == " " } }
        }
        return (
            legible.map { columns.row($0.cells) }, PageTable(lines: legible, columns: columns, edges: page.edges)
        )
    }

    /// Marks the cells that a later rectangle hides. Whether their text still counts is unknown.
    private static func doubtHidden(
        _ cells: inout [CellSplitter.Cell], _ size: Double, _ patches: [(box: PageBox, runs: Int)]
    ) {
        for index in cells.indices {
            let cell = cells[index]
            let isHidden = patches.contains {
                cell.order < $0.runs
                    && $0.box.hides(from: cell.start, to: cell.end, height: cell.height, size: size)
            }
            if isHidden { cells[index].isDoubtful = true }
        }
    }
}

/// The positions of a page's lines and cells.
struct PageTable: Sendable {
    struct Line: Sendable {
        let height: Double
        let size: Double
        let direction: Int
        let cells: [CellSplitter.Cell]
    }

    let lines: [Line]
    let columns: Columns
    let edges: [Edge]
}
