/// Finds the cells of a line that hold numbers. Tables may stand side by side, so one record ends where the next number
/// begins.
struct NumberCells {
    private let wanted: Set<String>
    /// The compiled patterns; nil for a pattern that is not a regular expression.
    private var expressions: [String: Regex<AnyRegexOutput>?] = [:]

    init(_ wanted: some Sequence<String>) { self.wanted = Set(wanted) }

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
                let place = place + offset
                return cells.indices.contains(place) && isOther(cells[place], than: number, form, hasStatus: hasStatus)
            }
        }
        let end = first(1, offsets.max()).map { hasStatus ? $0 + 1 : $0 }
        return (first(-1, offsets.min()).map { $0 + 1 } ?? .min)..<(end ?? .max)
    }

    /// Whether a cell holds another number, or several numbers, one below the other.
    private mutating func isOther(
        _ cell: String, than number: ApplicationNumber, _ form: TableForm, hasStatus: Bool
    ) -> Bool {
        let words = cell.split(whereSeparator: \.isWhitespace)
        guard let first = words.first else { return false }
        if hasStatus { return isNumber(first, other: number, form) }
        return isNumber(cell, other: number, form) || words.allSatisfy { isNumber($0, other: number, form) }
    }

    private mutating func isNumber(_ text: some StringProtocol, other: ApplicationNumber, _ form: TableForm) -> Bool {
        guard let number = ApplicationNumber(text), number != other else { return false }
        if wanted.contains(number.description) { return true }
        guard let pattern = form.pattern else { return false }
        let expression = expressions[pattern] ?? (try? TableForm.expression(pattern))
        expressions[pattern] = .some(expression)
        return expression.flatMap { try? $0.wholeMatch(in: number.description) } != nil
    }
}
