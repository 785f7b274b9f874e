import Testing

@testable import AppGroupLauncher

/// The lines of the home screen and their headings, in a terminal with three icons side by side.
struct HomeGridTests {
    private static func layout(_ rows: Int) -> HomeLayout { HomeLayout(columns: 45, rows: rows) }

    private static let sections: [(title: String?, count: Int)] = [("A", 4), ("B", 1), ("C", 5)]

    private static func grid(rows: Int, showing places: Int...) -> HomeGrid {
        var grid = HomeGrid(sections, layout: layout(rows))
        for place in places { grid.scroll(to: place) }
        return grid
    }

    @Test("A heading has a separate row, between a free row for each of the frames above and below it")
    func headings() {
        let lines = Self.grid(rows: 30, showing: 0).lines
        #expect(lines.map(\.title) == ["A", nil, "B", "C", nil])
        #expect(lines.map(\.apps) == [0..<3, 3..<4, 4..<5, 5..<8, 8..<10])
        #expect(lines.map(\.row) == [2, 7, 14, 21, 26])
        for (line, next) in zip(lines, lines.dropFirst()) where next.title != nil {
            // An app has four rows, and the lower edge of its frame is below.
            #expect(next.titleRow > line.row + 4)
            #expect(next.row - 1 > next.titleRow)
        }
    }

    @Test("If there is room for everything, a free row is above the first heading")
    func freeRow() {
        #expect(Self.grid(rows: 34, showing: 0).lines[0].titleRow == 0)
        let grid = Self.grid(rows: 35, showing: 9, 0)
        #expect(grid.lines[0].titleRow == 1 && grid.firstRow == 0)
        #expect(HomeGrid([(nil, 3)], layout: Self.layout(35)).lines[0].row == 1)
    }

    @Test("Three headings with a line each fit in 24 rows, and their apps in the 23 that tmux leaves")
    func usualSize() {
        let sections: [(title: String?, count: Int)] = [("A", 1), ("B", 1), ("C", 1)]
        for rows in [23, 24] {
            var grid = HomeGrid(sections, layout: Self.layout(rows))
            grid.scroll(to: 0)
            #expect(grid.visibleLines.count == 3 && grid.firstRow == 0)
            grid.scroll(to: 2)
            #expect(grid.visibleLines.count == 3 && grid.firstRow == 24 - rows)
        }
    }

    @Test("The selected app is on the screen with its frame and its heading, and no app is cut", arguments: 17...36)
    func scrolling(rows: Int) {
        let height = Self.layout(rows).height
        for first in 0..<10 {
            for second in 0..<10 {
                let grid = Self.grid(rows: rows, showing: first, second)
                let line = grid.lines[grid.line(of: second)]
                let start = line.title == nil ? line.row - 1 : line.titleRow
                #expect(start >= grid.firstRow && line.row + 5 <= grid.firstRow + height)
                #expect(grid.visibleLines.contains(line))
                // Nothing of an app above the screen is on it.
                #expect(!grid.lines.contains { ($0.row + 1..<$0.row + 4).contains(grid.firstRow) })
            }
        }
    }

    @Test("Scrolling back to the first app shows everything as at the beginning", arguments: [17, 23, 30])
    func back(rows: Int) {
        #expect(Self.grid(rows: rows, showing: 9, 0) == Self.grid(rows: rows, showing: 0))
    }

    @Test("In a list, each row below a free one is an app, and in a very low terminal the selected one is shown")
    func list() {
        for (rows, seen) in [(1, 4..<5), (4, 4..<5), (6, 2..<5), (24, 0..<9)] {
            var grid = HomeGrid([(nil, 9)], layout: HomeLayout(columns: 20, rows: rows))
            grid.scroll(to: 4)
            #expect(grid.visibleLines.map(\.apps) == seen.map { $0..<$0 + 1 }, "\(rows)")
        }
    }

    @Test("A row belongs to the line whose apps or lower edges it has, and a heading's row to none")
    func rows() {
        let grid = Self.grid(rows: 20, showing: 0)
        let expected = [nil, nil, 0, 0, 0, 0, 0, 3, 3, 3, 3, 3, nil, nil, nil, nil, nil]
        #expect((0..<17).map { grid.line(row: $0)?.apps.lowerBound } == expected)
    }
}
