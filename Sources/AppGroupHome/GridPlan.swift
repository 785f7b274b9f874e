/// Where items are in a grid: some above a heading, and the others below it. Each part begins in a row of its own.
package struct GridPlan: Hashable, Sendable {
    /// How many places are side by side.
    package let columns: Int
    /// How many items are above the heading.
    package let leading: Int
    /// How many items are below it. If there are none, there is no heading.
    package let trailing: Int

    package init(columns: Int, leading: Int, trailing: Int) {
        (self.columns, self.leading, self.trailing) = (max(1, columns), leading, trailing)
    }

    /// The content of a place.
    package enum Content: Hashable, Sendable {
        /// The item with this index.
        case item(Int)
        case heading
        /// Nothing: the rest of a row.
        case blank
    }

    private var leadingRows: Int { (leading + columns - 1) / columns }
    private var trailingRows: Int { (trailing + columns - 1) / columns }
    private var rows: Int { leadingRows + trailingRows }
    /// The place of the first item below the heading.
    private var firstTrailing: Int { (leadingRows + 1) * columns }

    /// The number of places, row by row.
    package var places: Int { trailing == 0 ? leading : firstTrailing + trailing }

    /// The place of an item.
    package func place(of item: Int) -> Int { item < leading ? item : firstTrailing + item - leading }

    package func content(at place: Int) -> Content {
        if place < leading { return .item(place) }
        if place >= firstTrailing { return place < places ? .item(place - firstTrailing + leading) : .blank }
        return trailing > 0 && place == leadingRows * columns ? .heading : .blank
    }

    /// A movement of the selection.
    package enum Move: Hashable, Sendable {
        case back, forth, first, last
        /// Rows down, or up if negative.
        case rows(Int)
    }

    /// The item that is selected after a movement. At an edge, the selection stays; a page ends at the edge.
    package func item(from item: Int, _ move: Move) -> Int {
        let last = max(0, leading + trailing - 1)
        switch move {
        case .back: return max(0, item - 1)
        case .forth: return min(last, item + 1)
        case .first: return 0
        case .last: return last
        case .rows(let count):
            let row = row(of: item)
            let wanted = min(max(0, row + count), max(0, rows - 1))
            guard wanted != row else { return item }
            let column = item - items(inRow: row).lowerBound
            let items = items(inRow: wanted)
            return min(items.lowerBound + column, items.upperBound - 1)
        }
    }

    /// The row of an item, without the heading's.
    private func row(of item: Int) -> Int {
        item < leading ? item / columns : leadingRows + (item - leading) / columns
    }

    private func items(inRow row: Int) -> Range<Int> {
        let isLeading = row < leadingRows
        let start = isLeading ? row * columns : leading + (row - leadingRows) * columns
        return start..<min(start + columns, isLeading ? leading : leading + trailing)
    }
}
