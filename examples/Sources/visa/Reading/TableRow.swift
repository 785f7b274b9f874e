import PDFText
import ToolSupport

/// A row of a table that contains a wanted number.
struct TableRow {
    let number: ApplicationNumber
    let form: TableForm
    /// The index of the number's cell.
    let place: Int
    private(set) var cells: [String]
    /// The cells that may be incomplete.
    private var uncertain: Set<Int>
    /// The record's own columns, counted from the number. The others belong to records beside it.
    private var reach = Int.min..<Int.max

    /// Whether the number stands in another column than in its form.
    var isElsewhere = false
    /// Whether it was recognized in a picture.
    var isRecognized = false

    /// A cell that already has this many bytes takes no more text from the next page.
    private static let textLimit = 4096

    init(_ number: ApplicationNumber, _ form: TableForm, _ record: PDFRecord) {
        (self.number, self.form, place) = (number, form, record.key)
        (cells, uncertain) = (record.cells, record.uncertain)
        doubtIfShort()
    }

    /// A row in which number and status share a cell.
    init(_ number: ApplicationNumber, _ form: TableForm, _ record: PDFRecord, status: String) {
        (self.number, self.form, place) = (number, form, record.key)
        cells = record.cells[..<place] + [number.description, status] + record.cells[(place + 1)...]
        uncertain = Set(record.uncertain.map { $0 > record.key ? $0 + 1 : $0 })
        if record.keyMayGoOn { uncertain.insert(place + 1) }
        doubtIfShort()
    }

    /// Marks status and date as uncertain if the row ends before its last column, and other columns stand between those of the
    /// form: nothing shows which of them is missing. Without other columns, the date is missing, or it stands in the place of
    /// the status.
    private mutating func doubtIfShort() {
        let own = [form.columns.number, form.columns.status, form.columns.date].compactMap(\.self)
        guard let first = own.min(), let last = own.max(), last - first >= own.count,
            !cells.indices.contains(index(of: first)) || !cells.indices.contains(index(of: last))
        else { return }
        uncertain.formUnion(own.map(index))
    }

    /// Leaves out columns that belong to records beside it.
    ///
    /// - Parameter reach: The row's own columns, counted from the number.
    mutating func cut(to reach: Range<Int>) { self.reach = self.reach.clamped(to: reach) }

    /// What the row says, in its own words. The status is empty if it can't be read. If the date is no date, the status is
    /// marked as incomplete. So is a text some of whose glyphs can't be read.
    var decision: Decision {
        if isShifted || text(at: form.columns.status)?.isIllegible == true { return Decision(status: "", date: nil) }
        let date = stray == nil ? form.columns.date.flatMap { marked($0) } : nil
        return Decision(status: marked(form.columns.status, isCut: stray != nil) ?? "", date: date)
    }

    /// What the column of the date holds, if that is no date. It may be a part of the status, and the status may be cut.
    var stray: String? { form.columns.date.flatMap(text).flatMap { $0.holdsDate ? nil : $0 } }

    /// Whether a date stands in the place of the status, and none in its own: a column between them has no place in the row.
    private var isShifted: Bool {
        guard let date = form.columns.date, text(at: form.columns.status)?.looksLikeDate == true else { return false }
        return text(at: date) == nil || stray != nil
    }

    private func marked(_ column: Int, isCut: Bool = false) -> String? {
        guard let text = text(at: column) else { return nil }
        let isPart = isCut || uncertain.contains(index(of: column)) || text.unicodeScalars.contains("\u{FFFD}")
        return isPart ? text + Decision.mark : text
    }

    /// Whether the row has a text in each column of its form.
    var isComplete: Bool {
        text(at: form.columns.status) != nil && (form.columns.date == nil || form.columns.date.flatMap(text) != nil)
    }

    /// Whether the row needs no line in a column: it is complete, no parenthesis of its status is open, and the line is not
    /// beside a part of a date.
    func isWhole(beside column: Int?) -> Bool {
        guard isComplete, text(at: form.columns.status)?.hasOpenParenthesis == false else { return false }
        guard let date = form.columns.date, index(of: date) == column else { return true }
        return text(at: date)?.looksLikeDate == true
    }

    /// The index of a column in this row: as far from the number as in the form.
    private func index(of column: Int) -> Int { place + column - form.columns.number }

    /// Whether the status or the date has this index.
    private func isOwn(_ place: Int) -> Bool {
        [form.columns.status, form.columns.date].contains { $0.map(index) == place }
    }

    private func text(at column: Int) -> String? {
        let index = index(of: column)
        guard reach.contains(column - form.columns.number), cells.indices.contains(index) else { return nil }
        let text = cells[index].trimmed
        return text.isEmpty ? nil : text
    }

    /// The row joined with a line at the beginning of the next page; nil if the line belongs to another row.
    ///
    /// - Parameters:
    ///   - date: A date of this table, such as `14-Jun-12`, to recognize another.
    ///   - isAlone: Whether no other row stands beside it. If one does, a line of one cell belongs to this row only if it is
    ///     in the column of the status or the date.
    func joined(
        with rest: [String], _ beginning: PageRecords.Beginning, date: String?, isAlone: Bool
    ) -> TableRow? {
        guard cells.allSatisfy({ $0.utf8.count < Self.textLimit }) else { return nil }
        if rest.count == 1, !isAlone, beginning.column.map(isOwn) != true { return nil }
        var row = self
        let statusIndex = index(of: form.columns.status)
        if rest.count > 1, rest.count >= cells.count, rest[place].isEmpty {
            if beginning.kind == .isNew { return self }
            for (index, text) in rest.enumerated() where !text.isEmpty { row.goOn(text, at: index, beginning) }
        } else if rest.count == 1, cells.indices.contains(statusIndex), cells[statusIndex].hasOpenParenthesis,
            rest[0].contains(")")
        {
            row.cells[statusIndex] += " \(rest[0])"
        } else if beginning.kind == .isNew, rest.count == 1 {
            return self
        } else if !isComplete, rest.count == 1, let date, rest[0].shape == date.shape,
            let column = form.columns.date, text(at: form.columns.status) != nil
        {
            row.put(rest[0], at: index(of: column))
        } else if form.columns.date == nil, !isComplete, rest.count == 1 {
            row.put(rest[0], at: statusIndex)
        } else if rest.count == 1, let column = beginning.column, column != place {
            row.goOn(rest[0], at: column, beginning)
        } else {
            return nil
        }
        return row
    }

    /// Marks the cells that differ from those of the row joined with a line, because the line may belong to another row. An
    /// empty cell can't be marked, so the status is marked instead.
    mutating func doubt(unlike joined: TableRow) {
        uncertain.formUnion(joined.uncertain)
        for (index, text) in joined.cells.enumerated() {
            let own = cells.indices.contains(index) ? cells[index] : ""
            if text != own { uncertain.insert(own.isEmpty ? self.index(of: form.columns.status) : index) }
        }
    }

    /// Continues a cell with another line. If the cell has text already, and the line may belong to another cell, the cell is
    /// marked as uncertain instead.
    private mutating func goOn(_ text: String, at index: Int, _ beginning: PageRecords.Beginning) {
        let first = cells.indices.contains(index) ? cells[index] : ""
        if first.isEmpty {
            put(text, at: index)
        } else if beginning.kind == .goesOn || first.hasOpenParenthesis {
            put(first.joined(withLine: text), at: index)
        } else {
            uncertain.insert(index)
        }
    }

    private mutating func put(_ text: String, at index: Int) {
        guard (0..<TableForm.columnLimit * 2).contains(index) else { return }
        while cells.count <= index { cells.append("") }
        cells[index] = text
    }
}

extension String {
    fileprivate var hasOpenParenthesis: Bool {
        utf8.count { $0 == UInt8(ascii: "(") } > utf8.count { $0 == UInt8(ascii: ")") }
    }

    /// Whether the text has glyphs that can't be read, and neither letters nor digits beside them.
    fileprivate var isIllegible: Bool {
        unicodeScalars.contains("\u{FFFD}")
            && !unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    }

    /// Whether the text may be a date, in any language. A date has a number, and that is not all it has unless the number is
    /// a year or longer. A text without letters and digits, such as a dash, stands for no date. Half of a text in
    /// parentheses is no date, and neither are glyphs that can't be read.
    var holdsDate: Bool {
        guard !isIllegible else { return false }
        var (digits, parts, depth) = (0, 0, 0)
        var last: Unicode.Scalar.Properties?
        for scalar in unicodeScalars {
            let properties = scalar.properties
            let (isDigit, isLetter) = (properties.numericType != nil, properties.isAlphabetic)
            if isDigit { digits += 1 }
            if isDigit && last?.numericType == nil || isLetter && last?.isAlphabetic != true { parts += 1 }
            depth += scalar == "(" ? 1 : scalar == ")" ? -1 : 0
            guard depth >= 0 else { return false }
            last = properties
        }
        return depth == 0 && (parts == 0 || digits > 0 && (parts > 1 || digits >= Self.yearLength))
    }

    private static let yearLength = 4

    var holdsDigit: Bool { unicodeScalars.contains { $0.properties.numericType != nil } }

    /// Whether the text looks like nothing but a date: two or three numbers, and the name of a month or such signs between
    /// them.
    var looksLikeDate: Bool {
        var parts: [(isNumber: Bool, length: Int)] = []
        var isInside = false
        for scalar in unicodeScalars {
            let isNumber = scalar.properties.numericType == .decimal
            guard isNumber || scalar.properties.isAlphabetic else {
                isInside = false
                continue
            }
            if isInside, let last = parts.last, last.isNumber == isNumber {
                parts[parts.count - 1].length += 1
            } else {
                parts.append((isNumber, 1))
            }
            isInside = true
        }
        let numbers = parts.filter(\.isNumber)
        return (3...6).contains(parts.count) && (2...3).contains(numbers.count) && numbers.allSatisfy { $0.length <= 4 }
            && (parts[0].isNumber
                ? max(numbers[0].length, numbers[numbers.count - 1].length) > 1
                    && (numbers.count == 3 || !parts[1].isNumber)
                : parts.count == 3 && numbers[1].length == 4)
    }

    /// The shape of a text. Texts that differ only in their digits and letters, such as the dates in one column, have the same
    /// shape.
    fileprivate var shape: String {
        var shape = ""
        for scalar in trimmed.unicodeScalars {
            let kind: Character =
                scalar.properties.numericType != nil ? "9" : scalar.properties.isAlphabetic ? "a" : Character(scalar)
            if kind != shape.last || kind != "a" && kind != "9" { shape.append(kind) }
        }
        return shape
    }
}
