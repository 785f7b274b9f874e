/// A table of text with a header.
///
/// A ``Listing`` defines the contents. On a terminal, the table fits the width: a cell that is too wide is truncated
/// with an ellipsis or wrapped, as its `Column` defines. Otherwise nothing is truncated or colored. No line ends with
/// spaces.
public struct TextTable: Sendable {
    /// The header of a column, and how the column shrinks on a narrow terminal.
    public struct Column: Hashable, Sendable {
        /// The alignment of the cells.
        public enum Alignment: Sendable {
            /// For words.
            case left
            /// For numbers.
            case right
        }

        let header: String
        let alignment: Alignment
        let shrinkOrder: Int?
        let minimumWidth: Int
        let keepsEnd: Bool
        let wraps: Bool

        /// Creates a column.
        ///
        /// - Parameters:
        ///   - header: The header, in capital letters.
        ///   - alignment: The alignment of the cells.
        ///   - shrinkOrder: When the column shrinks on a narrow terminal: 1 before 2; `nil` after all others.
        ///   - minimumWidth: The width down to which the column shrinks. If that is still too wide, the column is left
        ///     out, unless it is the first.
        ///   - keepsEnd: Whether a cell that is too wide is truncated at its beginning: identifiers differ at their end.
        ///   - wraps: Whether a cell that is too wide is wrapped instead of truncated. Only for the last column.
        public init(
            header: String, alignment: Alignment = .left, shrinkOrder: Int? = nil, minimumWidth: Int = 4,
            keepsEnd: Bool = false, wraps: Bool = false
        ) {
            self.header = header
            self.alignment = alignment
            self.shrinkOrder = shrinkOrder
            self.minimumWidth = minimumWidth
            self.keepsEnd = keepsEnd
            self.wraps = wraps
        }
    }

    /// A cell of a row.
    public struct Cell: Hashable, Sendable, ExpressibleByStringLiteral {
        /// Untrusted text; the table makes it harmless.
        let text: String
        let style: Style?
        let link: String?

        /// Creates a cell of untrusted text, which the table makes harmless, in a style.
        ///
        /// - Parameter link: The URL that a terminal opens for a click on the text; anywhere else, only the text is
        ///   written.
        public init(_ text: String, style: Style? = nil, link: String? = nil) {
            self.text = text
            self.style = style
            self.link = link
        }

        /// Creates a cell without a style.
        public init(stringLiteral text: String) {
            self.init(text)
        }
    }

    let columns: [Column]
    let rows: [[Cell]]

    func write(to output: inout OutputBuffer, for terminal: Terminal) {
        let header = columns.map { Piece(Cell($0.header, style: .bold)) }
        let lines = [header] + rows.map { zip($0, columns).map { Piece($0, keepsEnd: $1.keepsEnd) } }
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
                let text = piece.text.description
                let shown = terminal.styled(terminal.columns == nil ? text : PlainEmoji.applied(to: text), piece.style)
                output.write(terminal.linked(shown, to: piece.link))
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
        let link: String?
        private let keepsEnd: Bool

        init(_ cell: Cell, keepsEnd: Bool = false) {
            self.init(SafeText(cell.text), style: cell.style, link: cell.link, keepsEnd: keepsEnd)
        }

        private init(_ text: SafeText, style: Style?, link: String?, keepsEnd: Bool = false) {
            self.text = text
            self.style = style
            self.link = link
            self.keepsEnd = keepsEnd
            width = DisplayWidth.of(text.description)
        }

        func truncated(to columns: Int) -> Piece {
            guard width > columns else { return self }
            let text = keepsEnd ? text.truncatedAtBeginning(to: columns) : text.truncated(to: columns)
            return Piece(text, style: style, link: link)
        }

        func wrapped(to columns: Int) -> [Piece] {
            text.wrapped(to: columns).map { Piece($0, style: style, link: link) }
        }
    }
}

extension TextTable {
    /// The number of spaces between two columns.
    static let gap = 2

    /// The widths with which columns of the widths `natural` fit side by side in `available`; 0 leaves a column out.
    ///
    /// First, columns that do not fit even with their minimum widths are left out, those with the lowest shrink order
    /// first, but never the first column, which names the row. The remaining columns shrink in the same order, the
    /// widest of equal ones first. If that is not enough, all columns are truncated, down to a single letter.
    static func fit(_ natural: [Int], of columns: [Column], into available: Int) -> [Int] {
        var widths = natural.map { min($0, available) }
        let orders = Set(columns.compactMap(\.shrinkOrder)).sorted()
        let least = zip(widths, columns).map { $1.shrinkOrder == nil ? $0 : min($0, $1.minimumWidth) }

        var kept = Array(columns.indices)
        for order in orders {
            for leaver in columns.indices.dropFirst().reversed() where columns[leaver].shrinkOrder == order {
                guard excess(of: kept.map { least[$0] }, over: available) > 0 else { break }
                kept.removeAll { $0 == leaver }
                widths[leaver] = 0
            }
        }

        func narrow(_ indices: [Int], downTo floor: [Int]) {
            for _ in 0..<max(0, excess(of: widths, over: available)) {
                guard let widest = indices.filter({ widths[$0] > floor[$0] }).max(by: { widths[$0] < widths[$1] })
                else { return }
                widths[widest] -= 1
            }
        }
        for order in orders {
            narrow(kept.filter { columns[$0].shrinkOrder == order }, downTo: least)
        }
        narrow(kept, downTo: columns.map { _ in 1 })
        return widths
    }

    private static func excess(of widths: [Int], over available: Int) -> Int {
        let shown = widths.filter { $0 > 0 }
        return shown.reduce(0, +) + gap * (shown.count - 1) - available
    }
}
