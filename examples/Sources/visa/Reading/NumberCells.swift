import ToolSupport

/// Finds the cells of a line that hold numbers. Tables may stand side by side, so one record ends where the next number
/// begins.
struct NumberCells {
    private let wanted: Set<ApplicationNumber>
    /// The compiled patterns; nil for a pattern that is not a regular expression.
    private var expressions: [String: Regex<AnyRegexOutput>?] = [:]

    init(_ wanted: some Sequence<ApplicationNumber>) { self.wanted = Set(wanted) }

    /// How far the record of a number reaches to either side of it, in columns. Columns that its form doesn't use are not
    /// looked at.
    ///
    /// - Parameters:
    ///   - place: The index of the number's cell.
    ///   - hasStatus: Whether number and status share a cell in this line.
    mutating func reach(
        of number: ApplicationNumber, _ form: TableForm, in cells: [String], at place: Int, hasStatus: Bool = false
    ) -> Range<Int> {
        let columns = form.columns
        let offsets = [columns.status, columns.date ?? columns.status].map { $0 - columns.number }
        func first(_ step: Int, _ last: Int?) -> Int? {
            stride(from: step, through: last ?? 0, by: step).first { offset in
                let other = place + offset
                return cells.indices.contains(other) && isOther(cells[other], than: number, form, hasStatus: hasStatus)
                    && (hasStatus || !Self.isPart(other, ofRecordAt: place, form, cells))
            }
        }
        let end = first(1, offsets.max()).map { hasStatus ? $0 + 1 : $0 }
        return (first(-1, offsets.min()).map { $0 + 1 } ?? .min)..<(end ?? .max)
    }

    /// Whether a number is a part of the record of another number in its line, such as the number of an earlier
    /// application.
    mutating func isPart(_ number: ApplicationNumber, _ form: TableForm, in cells: [String], at place: Int) -> Bool {
        guard place != form.columns.number - 1 else { return false }
        return cells.indices.contains { other in
            Self.isPart(place, ofRecordAt: other, form, cells)
                && isOther(cells[other], than: number, form, hasStatus: false)
        }
    }

    /// Whether the record of a number includes the number at another place: it stands before the record's status, or before
    /// its date and without a status of its own.
    private static func isPart(_ place: Int, ofRecordAt other: Int, _ form: TableForm, _ cells: [String]) -> Bool {
        func isBefore(_ column: Int) -> Bool {
            let end = other + column - form.columns.number
            return min(other, end) < place && place < max(other, end)
        }
        let distance = form.columns.status - form.columns.number
        if isBefore(form.columns.status) { return true }
        guard place != other + distance, let date = form.columns.date, isBefore(date) else { return false }
        guard cells.indices.contains(place + distance) else { return true }
        return cells[place + distance].trimmed.isEmpty || cells[place + distance].looksLikeDate
    }

    /// Whether a line has a number in the column of its form.
    mutating func begins(_ cells: [String], _ form: TableForm) -> Bool {
        let place = form.columns.number - 1
        guard cells.count > 1, cells.indices.contains(place) else { return false }
        return isNumber(cells[place], other: nil, form)
    }

    /// Whether a line has a number in the column of its form, alone or before the status. Without a pattern, any digit may be
    /// a number.
    ///
    /// - Parameter isAnyDigit: Whether any digit counts with a pattern, too.
    mutating func mayBegin(_ cells: [String], _ form: TableForm, isAnyDigit: Bool) -> Bool {
        let place = form.columns.number - 1
        guard cells.count > 1, cells.indices.contains(place) else { return false }
        if isAnyDigit || form.pattern == nil, cells[place].holdsDigit { return true }
        guard form.pattern != nil else { return false }
        return begins(cells, form)
            || cells[place].split(whereSeparator: \.isWhitespace).first.map { isNumber($0, other: nil, form) } ?? false
    }

    /// Whether a cell holds another number, or several numbers, one below the other.
    ///
    /// - Parameter hasStatus: Whether number and status share a cell in this line.
    mutating func isOther(
        _ cell: String, than number: ApplicationNumber, _ form: TableForm, hasStatus: Bool
    ) -> Bool {
        let words = cell.split(whereSeparator: \.isWhitespace)
        guard let first = words.first else { return false }
        if hasStatus { return isNumber(first, other: number, form) }
        return isNumber(cell, other: number, form) || words.allSatisfy { isNumber($0, other: number, form) }
    }

    private mutating func isNumber(
        _ text: some StringProtocol, other: ApplicationNumber?, _ form: TableForm
    ) -> Bool {
        guard let number = ApplicationNumber(text), number != other else { return false }
        if wanted.contains(number) { return true }
        guard let pattern = form.pattern else { return false }
        let expression = expressions[pattern] ?? (try? TableForm.expression(pattern))
        expressions[pattern] = .some(expression)
        return expression.flatMap { try? $0.wholeMatch(in: number.plain) } != nil
    }
}
