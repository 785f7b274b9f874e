import PDFText

/// Finds what a table says of some numbers, row after row in the order of the pages.
struct RowMatcher {
    /// The most rows of one number that are kept, and the most lines above a table.
    private static let rowLimit = 20
    private static let titleLimit = 100

    private let wanted: [String: (number: ApplicationNumber, form: TableForm)]
    private var numbers: NumberCells
    private var found: [ApplicationNumber: [Decision]] = [:]

    /// The row that was found last, as long as what follows may belong to it.
    private var open: TableRow?
    private var isNewPage = false
    private var isNext = false

    private var headers = RepeatedHeaders()
    /// What stands above the table on the first page, and perhaps on others again.
    private var titles: Set<String> = []
    private var hasTable = false
    /// A date of this table, which tells what one looks like.
    private var date: String?
    private let dateColumn: Int?

    init(_ wanted: [(number: ApplicationNumber, form: TableForm)]) {
        self.wanted = Dictionary(wanted.map { ($0.number.description, $0) }) { first, _ in first }
        numbers = NumberCells(self.wanted.keys)
        dateColumn = wanted.first?.form.columns.date
    }

    /// Reads the rows of the next page.
    mutating func read(_ page: PDFPage) {
        (isNewPage, isNext) = (true, true)
        let header = headers.repeated(in: page.rows)
        var records = PageRecords(page)
        for row in page.rows.indices where row != header {
            read(row, of: page, &records, isAboveHeader: row < header ?? 0)
        }
    }

    /// What was found: for each number the different things that its rows say, in the order of the table; none where only
    /// rows have it of which no status can be read.
    mutating func finish() -> [ApplicationNumber: [Decision]] {
        close()
        return found
    }

    private mutating func read(_ row: Int, of page: PDFPage, _ records: inout PageRecords, isAboveHeader: Bool) {
        let cells = page.rows[row].cells
        if cells.count > 1 {
            hasTable = true
        } else if !hasTable, titles.count < Self.titleLimit, let title = cells.first {
            titles.insert(title)
        }
        noteDate(cells)
        if let found = find(in: cells, row, &records) {
            close()
            open = found
            (isNewPage, isNext) = (false, true)
        } else if let place = open?.place {
            if isNewPage {
                if !isAboveHeader { goOn(with: cells, records.beginning(at: row, key: place)) }
            } else if cells.count > 1, cells.indices.contains(place), !cells[place].isEmpty {
                close()
            }
        }
    }

    private mutating func noteDate(_ cells: [String]) {
        guard let dateColumn, cells.indices.contains(dateColumn - 1) else { return }
        let text = cells[dateColumn - 1]
        if text.utf8.contains(where: { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) { date = text }
    }

    /// Joins to the open row the rest of it where it is split by a page's end.
    private mutating func goOn(with cells: [String], _ beginning: PageRecords.Beginning) {
        if cells.count == 1, titles.contains(cells[0]) { return }
        if let joined = open?.joined(with: cells, isNext: isNext, beginning, date: date) {
            open = joined
            return
        }
        // A line of its own may be a footer, behind which the next page goes on.
        isNext = false
        if cells.count > 1 { close() }
    }

    private mutating func close() {
        guard let row = open else { return }
        open = nil
        let decision = row.decision
        var known = found[row.number, default: []]
        if known.count < Self.rowLimit, !decision.status.isEmpty, !known.contains(decision) { known.append(decision) }
        found[row.number] = known
    }

    /// The wanted number that a row is about: it stands in its column, alone or before the status; or in another cell
    /// alone, where a page's columns are not those of the form.
    private mutating func find(in cells: [String], _ row: Int, _ records: inout PageRecords) -> TableRow? {
        var other: (entry: (number: ApplicationNumber, form: TableForm), place: Int)?
        for (place, cell) in cells.enumerated() where !cell.isEmpty {
            let compact = ApplicationNumber.compact(cell)
            if let entry = wanted[compact] {
                if place == entry.form.columns.number - 1 {
                    return tableRow(entry, in: cells, at: place, records.record(at: row, key: place))
                }
                other = other ?? (entry, place)
            } else if let begun = begun(cell, compact, at: place) {
                return tableRow(
                    begun.entry, in: cells, at: place, records.record(at: row, key: place), status: begun.status)
            }
        }
        return other.map { tableRow($0.entry, in: cells, at: $0.place, records.record(at: row, key: $0.place)) }
    }

    /// The row of a number, up to the numbers beside it: in its line, and in the further lines of its record.
    private mutating func tableRow(
        _ entry: (number: ApplicationNumber, form: TableForm), in cells: [String], at place: Int, _ record: PDFRecord,
        status: String? = nil
    ) -> TableRow {
        let (number, form, hasStatus) = (entry.number, entry.form, status != nil)
        var row = status.map { TableRow(number, form, record, status: $0) } ?? TableRow(number, form, record)
        row.cut(to: numbers.reach(of: number, form, in: cells, at: place, hasStatus: hasStatus))
        row.cut(to: numbers.reach(of: number, form, in: record.cells, at: record.key, hasStatus: hasStatus))
        return row
    }

    /// The number and the status of a row in which both stand so close that they are one cell.
    private func begun(
        _ cell: String, _ compact: String, at place: Int
    ) -> (entry: (number: ApplicationNumber, form: TableForm), status: String)? {
        guard cell.utf8.contains(UInt8(ascii: " ")) else { return nil }
        for (text, entry) in wanted where compact.hasPrefix(text) {
            let columns = entry.form.columns
            guard place == columns.number - 1, columns.status == columns.number + 1,
                let rest = Self.rest(of: cell, behind: text), !rest.isEmpty
            else { continue }
            return (entry, rest)
        }
        return nil
    }

    /// What follows a number and a space; nil where what begins like the number goes on, without a space or with another
    /// group of digits.
    private static func rest(of cell: String, behind number: String) -> String? {
        var expected = number.unicodeScalars[...]
        var rest = cell.unicodeScalars[...]
        while let next = expected.first, let scalar = rest.popFirst() {
            if scalar == next { expected.removeFirst() }
        }
        guard let space = rest.first, space.properties.isWhitespace else { return nil }
        let text = String(rest).trimmed
        return text.unicodeScalars.first?.properties.numericType == nil ? text : nil
    }
}
