/// The lines of apps, each below a row for the upper edge of a frame, and the headings between them. Each section begins
/// on a new line. Rows are counted from the first one of the grid, of which the screen may show only a part.
struct HomeGrid: Hashable {
    /// A line of apps.
    struct Line: Hashable {
        /// The places of its apps among those that were found.
        let apps: Range<Int>
        /// The heading above the line; `nil` if there is none.
        let title: String?
        /// The first row of its apps.
        let row: Int

        /// The row of the heading. A row is between it and the apps.
        var titleRow: Int { row - 2 }
        /// The first row that belongs to the line: its heading, or the upper edge of a frame.
        fileprivate var start: Int { title == nil ? row - 1 : titleRow }
    }

    private(set) var lines: [Line] = []
    /// The first row on the screen.
    private(set) var firstRow = 0
    /// The rows of an app, and of the lower edge of its frame.
    private let appRows: Int
    private let edgeRows: Int
    /// The rows of the screen.
    private let height: Int

    /// - Parameters:
    ///   - sections: The number of apps in each section, and its heading.
    ///   - firstRow: The first row that was on the screen before.
    init(_ sections: [(title: String?, count: Int)], layout: HomeLayout, firstRow: Int = 0) {
        (appRows, edgeRows, height) = (layout.appRows, layout.isGrid ? 1 : 0, layout.height)
        self.firstRow = firstRow
        arrange(sections, perLine: layout.perLine, from: 1)
        // If everything fits, the first heading keeps away from what is above it.
        if lines.first?.title != nil, rows < height { arrange(sections, perLine: layout.perLine, from: 2) }
    }

    private mutating func arrange(_ sections: [(title: String?, count: Int)], perLine: Int, from firstRow: Int) {
        lines = []
        var (start, row) = (0, firstRow)
        for section in sections {
            let end = start + section.count
            for first in stride(from: start, to: end, by: perLine) {
                let title = first == start ? section.title : nil
                // The upper edge of a frame is also the lower edge of the frame above, but not if a heading is between.
                if title != nil { row += lines.isEmpty ? 1 : 2 }
                lines.append(Line(apps: first..<min(first + perLine, end), title: title, row: row))
                row += appRows + edgeRows
            }
            start = end
        }
    }

    /// The number of rows.
    private var rows: Int { lines.last.map { $0.row + appRows + edgeRows } ?? 0 }

    /// The line of an app; 0 if there is none.
    func line(of place: Int) -> Int { lines.firstIndex { $0.apps.contains(place) } ?? 0 }

    /// The line on the screen with a row, if only the one for the lower edges of frames.
    func line(row: Int) -> Line? {
        guard row < firstRow + height else { return nil }
        return visibleLines.first { ($0.row..<$0.row + appRows + edgeRows).contains(row) }
    }

    /// The lines whose apps are completely on the screen.
    var visibleLines: [Line] { lines.filter { $0.row >= firstRow && $0.row + appRows <= firstRow + height } }

    /// Scrolls as little as possible until a line is on the screen with its heading and with the frame of an app. The
    /// first row on the screen is then never one in the middle of an app.
    mutating func scroll(to place: Int) {
        guard !lines.isEmpty else { return }
        let line = lines[line(of: place)]
        firstRow = min(firstRow, max(0, rows - height), line.start)
        firstRow = max(firstRow, line.row + appRows + edgeRows - height)
        let beginnings = [0] + lines.flatMap { [$0.start, $0.row - 1, $0.row] }
        firstRow = beginnings.filter { $0 >= firstRow }.min() ?? firstRow
    }
}
