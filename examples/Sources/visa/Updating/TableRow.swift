/// A row of a table in which a number was found.
struct TableRow {
    let number: ApplicationNumber
    let form: TableForm
    /// Where in the row the number is, from 0.
    let place: Int
    private(set) var cells: [String]

    /// A cell that has so many bytes already takes nothing from another row.
    private static let textLimit = 4096

    init(_ number: ApplicationNumber, _ form: TableForm, place: Int, cells: [String]) {
        (self.number, self.form, self.place, self.cells) = (number, form, place, cells)
    }

    /// What the row says, in its own words.
    var decision: Decision {
        Decision(status: text(at: form.columns.status) ?? "", date: form.columns.date.flatMap(text))
    }

    /// Whether the row has said all that its form expects.
    var isComplete: Bool { text(at: form.columns.status) != nil && (form.columns.date == nil || decision.date != nil) }

    /// Where a column of the form is in this row: as far from the number as in the form.
    private func index(of column: Int) -> Int { place + column - form.columns.number }

    private func text(at column: Int) -> String? {
        let index = index(of: column)
        guard cells.indices.contains(index) else { return nil }
        let text = cells[index].trimmed
        return text.isEmpty ? nil : text
    }

    /// The row with the rest of it that stands in the next one; nil where that is another row.
    ///
    /// - Parameters:
    ///   - isNext: whether nothing stands between them, a page's end with its footers and titles aside.
    ///   - isNewPage: whether a page ends between them.
    ///   - date: what a date looks like in this table, such as `14-Jun-12`.
    func joined(with rest: [String], isNext: Bool, isNewPage: Bool, date: String?) -> TableRow? {
        guard isNext, cells.allSatisfy({ $0.utf8.count < Self.textLimit }) else { return nil }
        var row = self
        let statusIndex = index(of: form.columns.status)
        if rest.count > 1, rest.count >= cells.count, rest[place].isEmpty {
            // The further lines of its cells.
            for (index, text) in rest.enumerated() where !text.isEmpty {
                let first = cells.indices.contains(index) ? cells[index] : ""
                row.put(first.isEmpty ? text : "\(first) \(text)", at: index)
            }
        } else if rest.count == 1, cells.indices.contains(statusIndex), cells[statusIndex].hasOpenParenthesis,
            rest[0].contains(")")
        {
            row.cells[statusIndex] += " \(rest[0])"
        } else if isNewPage, !isComplete, rest.count == 1, let date, rest[0].shape == date.shape,
            let column = form.columns.date, text(at: form.columns.status) != nil
        {
            row.put(rest[0], at: index(of: column))
        } else if isNewPage, form.columns.date == nil, !isComplete, rest.count == 1 {
            row.put(rest[0], at: statusIndex)
        } else {
            return nil
        }
        return row
    }

    private mutating func put(_ text: String, at index: Int) {
        guard (0..<TableForm.columnLimit * 2).contains(index) else { return }
        while cells.count <= index { cells.append("") }
        cells[index] = text
    }
}

extension String {
    /// Without the spaces around it.
    var trimmed: String {
        guard let start = unicodeScalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let end = unicodeScalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(unicodeScalars[start...end])
    }

    fileprivate var hasOpenParenthesis: Bool {
        utf8.count { $0 == UInt8(ascii: "(") } > utf8.count { $0 == UInt8(ascii: ")") }
    }

    /// The same for texts that differ in their digits and letters alone, as dates in one column do.
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
