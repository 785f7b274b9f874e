/// Columns under a header, as a person reads them.
///
/// A ``Listing`` says what is in it and writes it. On a terminal the table fits its width: what is too wide is cut with an ellipsis or goes on below, column by column as
/// `Column` says. Elsewhere nothing is cut and nothing is coloured. No line ends in spaces.
public struct TextTable: Sendable {
    /// What stands above a column, and how the column gives way in a narrow terminal.
    public struct Column: Hashable, Sendable {
        /// The side of a column at which its cells begin or end.
        public enum Alignment: Sendable {
            /// Cells begin under one another, as words want it.
            case left
            /// Cells end under one another, as numbers want it.
            case right
        }

        let header: String
        let alignment: Alignment
        let shrinkOrder: Int?
        let minimumWidth: Int
        let wraps: Bool

        /// Describes a column.
        ///
        /// - Parameters:
        ///   - header: What stands above it, in capital letters.
        ///   - alignment: Where its cells stand.
        ///   - shrinkOrder: When it gives way in a narrow terminal: 1 before 2; `nil` once nothing else can.
        ///   - minimumWidth: The columns of the terminal down to which it gives way. Where even that is too much it is
        ///     left out; the table's first column never is.
        ///   - wraps: Whether what is too wide goes on in further lines rather than being cut; for the last column.
        public init(
            header: String, alignment: Alignment = .left, shrinkOrder: Int? = nil, minimumWidth: Int = 4,
            wraps: Bool = false
        ) {
            self.header = header
            self.alignment = alignment
            self.shrinkOrder = shrinkOrder
            self.minimumWidth = minimumWidth
            self.wraps = wraps
        }
    }

    /// What stands in one row under one header.
    public struct Cell: Hashable, Sendable, ExpressibleByStringLiteral {
        /// Whatever was registered; the table makes it safe.
        let text: String
        let style: Style?

        /// Text from anywhere, which the table makes harmless, and how it stands out.
        public init(_ text: String, style: Style? = nil) {
            self.text = text
            self.style = style
        }

        /// Text that does not stand out.
        public init(stringLiteral text: String) {
            self.init(text)
        }
    }

    let columns: [Column]
    let rows: [[Cell]]

    func write(to output: inout OutputBuffer, for terminal: Terminal) {
        let header = columns.map { Piece(Cell($0.header, style: .bold)) }
        let lines = [header] + rows.map { $0.map(Piece.init) }
        var widths = columns.indices.map { index in
            lines.lazy.map { index < $0.count ? $0[index].width : 0 }.max() ?? 0
        }
        if let available = terminal.columns {
            widths = Self.fit(widths, of: columns, into: available)
        }
        for line in lines {
            write(line, widths: widths, to: &output, for: terminal)
        }
    }

    private func write(_ row: [Piece], widths: [Int], to output: inout OutputBuffer, for terminal: Terminal) {
        let last = columns.endIndex - 1
        guard columns[last].wraps, last < row.count, widths[last] > 0, row[last].width > widths[last] else {
            return writeLine(row, widths: widths, to: &output, for: terminal)
        }
        var before = Array(row[..<last])
        for part in row[last].wrapped(to: widths[last]) {
            writeLine(before + [part], widths: widths, to: &output, for: terminal)
            before = Array(repeating: Piece(""), count: last)
        }
    }

    private func writeLine(_ line: [Piece], widths: [Int], to output: inout OutputBuffer, for terminal: Terminal) {
        var spaces = 0
        for (index, piece) in line.enumerated() where widths[index] > 0 {
            let piece = piece.truncated(to: widths[index])
            let padding = widths[index] - piece.width
            if columns[index].alignment == .right { spaces += padding }
            if piece.width > 0 {
                output.write(UInt8(ascii: " "), count: spaces)
                output.write(terminal.styled(piece.text.description, piece.style))
                spaces = 0
            }
            if columns[index].alignment == .left { spaces += padding }
            spaces += Self.gap
        }
        output.write(UInt8(ascii: "\n"))
    }

    /// A cell that is safe and measured.
    private struct Piece {
        let text: SafeText
        let width: Int
        let style: Style?

        init(_ cell: Cell) {
            self.init(SafeText(cell.text), style: cell.style)
        }

        private init(_ text: SafeText, style: Style?) {
            self.text = text
            self.style = style
            width = DisplayWidth.of(text.description)
        }

        func truncated(to columns: Int) -> Piece {
            width > columns ? Piece(text.truncated(to: columns), style: style) : self
        }

        func wrapped(to columns: Int) -> [Piece] { text.wrapped(to: columns).map { Piece($0, style: style) } }
    }
}
