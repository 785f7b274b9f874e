/// Where the lines of a page and their cells stand.
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
