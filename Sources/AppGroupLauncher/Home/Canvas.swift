import AppGroupText

/// The cells of a terminal, on which the parts of the home screen are drawn over each other.
struct Canvas {
    let columns: Int
    private var cells: [[Cell]]

    private struct Cell {
        /// A character; empty if the character to the left of it takes this cell too.
        var text = " "
        /// The control sequences that set its style; empty for none.
        var style = ""

        var isBlank: Bool { text == " " && style.isEmpty }
    }

    private static let escape: Character = "\u{1B}"

    /// Empty cells.
    init(columns: Int, rows: Int) {
        self.columns = columns
        cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    }

    /// Writes a line, which may contain control sequences for styles. The part that does not fit is left out.
    mutating func write(_ line: String, row: Int, column: Int) {
        guard cells.indices.contains(row) else { return }
        var (column, style) = (column, "")
        var rest = line[...]
        while let character = rest.popFirst() {
            guard character != Self.escape else {
                let sequence = "\u{1B}" + rest.prefix { $0 != "m" } + "m"
                rest = rest.dropFirst(sequence.count - 1)
                style = sequence == "\u{1B}[0m" ? "" : style + sequence
                continue
            }
            let width = DisplayWidth.of(character)
            if width == 0 {
                if (1...columns).contains(column) { cells[row][column - 1].text.append(character) }
            } else {
                put(character, width: width, style: style, row: row, column: column)
                column += width
            }
        }
    }

    private mutating func put(_ character: Character, width: Int, style: String, row: Int, column: Int) {
        for place in column..<column + width where cells[row].indices.contains(place) { clear(row: row, column: place) }
        guard column >= 0, column + width <= columns else { return }
        cells[row][column] = Cell(text: String(character), style: style)
        for place in column + 1..<column + width { cells[row][place] = Cell(text: "", style: style) }
    }

    /// Empties a cell, and the other cells of the character in it.
    private mutating func clear(row: Int, column: Int) {
        var first = column
        while first > 0, cells[row][first].text.isEmpty { first -= 1 }
        cells[row][first].text = " "
        for place in first + 1..<max(first + 1, columns) {
            guard cells[row][place].text.isEmpty else { break }
            cells[row][place].text = " "
        }
        cells[row][column] = Cell()
    }

    /// Whether the last cell of a row is used: then clearing the rest of the line would erase it.
    func isFull(_ row: Int) -> Bool { cells[row].last.map { !$0.isBlank } ?? false }

    /// A row without the empty cells at its end.
    ///
    /// After an emoji of several characters, whose width terminals disagree about, the cursor is moved to the
    /// column that follows.
    func line(_ row: Int) -> String {
        let used = cells[row].reversed().drop(while: \.isBlank).count
        var (text, style) = ("", "")
        for (column, cell) in cells[row].prefix(used).enumerated() where !cell.text.isEmpty {
            if cell.style != style {
                text += (style.isEmpty ? "" : "\u{1B}[0m") + cell.style
                style = cell.style
            }
            text += cell.text
            if cell.text.unicodeScalars.count > 1 {
                let width = cells[row][(column + 1)...].prefix { $0.text.isEmpty }.count + 1
                if column + width < columns { text += "\u{1B}[\(column + width + 1)G" }
            }
        }
        return text + (style.isEmpty ? "" : "\u{1B}[0m")
    }
}
