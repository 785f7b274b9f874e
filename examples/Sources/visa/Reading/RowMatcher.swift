import PDFText
import ToolSupport

/// Finds what a table says about some numbers, row by row in the order of the pages.
struct RowMatcher {
    /// What the rows of a number say.
    struct Rows {
        /// The distinct decisions, in the order of the table. Empty if none of the rows has a readable status.
        var decisions: [Decision] = []
        /// What the column of the date holds, if that is no date.
        var stray: String?
        /// Whether any of them was recognized in a picture, so that it may be wrong.
        var isRecognized = false
        /// Whether there is a row, and not only a mention of the number.
        fileprivate var isRow = false
    }

    /// The most rows of one number whose lines are looked at: looking at a row may take as long as looking at its page.
    private static let readLimit = 200
    /// How many lines below its first line a broken number may continue.
    private static let brokenLimit = 8

    private typealias Entry = (number: ApplicationNumber, form: TableForm)

    /// The wanted numbers by their keys.
    private let wanted: [String: Entry]
    /// The beginnings of the wanted numbers, to recognize a number that is broken into lines.
    private let beginnings: Set<String>
    /// For each byte, whether a cell that begins with it may hold such a beginning. Most cells need no closer look.
    private let mayBegin: [Bool]
    private let mentions: NumberMentions
    private var numbers: NumberCells
    private let forms: Set<TableForm>
    /// The columns of the table so far.
    private(set) var columns: TableColumns

    private var found: [ApplicationNumber: Rows] = [:]
    /// What rows say in which the number stands in another column than in its form, such as in a column of remarks.
    private var elsewhere: [ApplicationNumber: Rows] = [:]
    private var counts: [ApplicationNumber: Int] = [:]

    /// The rows that were found last, as long as the next lines may belong to them.
    private var open: [TableRow] = []
    private var isNewPage = false
    private var isRecognizedPage = false
    private var isNext = false

    private var headers = RepeatedHeaders()
    private var titles = TableTitles()
    /// A date in this table, which shows what its dates look like.
    private var date: String?
    private let dateColumn: Int?

    /// Whether the table begins on a page before the first one that is read.
    private let isContinued: Bool

    /// - Parameters:
    ///   - columns: The columns of the pages before.
    ///   - isContinued: Whether the table begins on a page before.
    init(
        _ wanted: [(number: ApplicationNumber, form: TableForm)], columns: TableColumns? = nil,
        isContinued: Bool = false
    ) {
        self.isContinued = isContinued
        self.wanted = Dictionary(wanted.map { ($0.number.key, $0) }) { first, _ in first }
        beginnings = Set(
            self.wanted.keys.flatMap { number in number.indices.dropFirst().map { String(number[..<$0]) } })
        let first = Set(self.wanted.keys.compactMap(\.utf8.first))
        // A byte outside ASCII may begin a space, or something that looks like an ASCII character.
        mayBegin = (UInt8.min ... .max).map { byte in
            byte <= 0x20 || byte >= 0x7F || first.contains(0x41...0x5A ~= byte ? byte + 0x20 : byte)
        }
        let all = self.wanted.values.map(\.number)
        mentions = NumberMentions(all)
        numbers = NumberCells(all)
        self.columns = columns ?? TableColumns(wanted)
        dateColumn = wanted.first?.form.columns.date
        forms = Set(wanted.map(\.form))
    }

    /// Whether the table has begun on the pages so far.
    var hasBegun: Bool { isContinued || titles.areKnown }

    /// Reads the rows of the next page.
    mutating func read(_ page: PDFPage) {
        (isNewPage, isNext, isRecognizedPage) = (true, true, page.isRecognized)
        let page = columns.placed(page)
        let header = headers.repeated(in: page.rows)
        titles.beginPage(repeatsFirstLine: header != nil)
        var records = PageRecords(page, isContinued: hasBegun)
        for row in page.rows.indices where row != header {
            read(row, of: page, &records, isAboveHeader: row < header ?? 0)
        }
    }

    /// What the table says about each number that it lists. A row in which the number stands in another column counts only if
    /// there is no other one.
    mutating func finish() -> [ApplicationNumber: Rows] {
        close()
        return found.merging(elsewhere) { own, other in own.isRow ? own : other }
    }

    private mutating func read(_ row: Int, of page: PDFPage, _ records: inout PageRecords, isAboveHeader: Bool) {
        let cells = page.rows[row].cells
        if !titles.areKnown { noteTitle(row, of: page, &records) }
        noteDate(cells)
        noteBroken(row, of: page)
        for cell in cells { mentions.numbers(in: cell).forEach { noteListed($0) } }
        let found = find(in: cells, row, &records)
        if !found.isEmpty {
            close()
            open = found
            (isNewPage, isNext) = (false, true)
        } else if !isNewPage {
            if cells.count > 1 { close { cells.indices.contains($0.place) && !cells[$0.place].isEmpty } }
        } else if !isAboveHeader, !open.isEmpty {
            switch titles.find(page.rows[row].text) {
            case .isTitle: return
            case .isUncertain: isNext = false
            case nil: break
            }
            goOn(with: cells, row, &records)
        }
    }

    /// Remembers a line above the first number, or which of these lines belong to the first row.
    private mutating func noteTitle(_ row: Int, of page: PDFPage, _ records: inout PageRecords) {
        let cells = page.rows[row].cells
        guard let form = forms.first(where: { titles.mayEnd(at: cells, $0, &numbers) }) else {
            return titles.note(page.rows[row], at: row)
        }
        titles.end { records.beginning(at: $0, key: form.columns.number - 1).kind }
    }

    private mutating func noteDate(_ cells: [String]) {
        guard let dateColumn, cells.indices.contains(dateColumn - 1) else { return }
        let text = cells[dateColumn - 1]
        if text.utf8.contains(where: { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) { date = text }
    }

    /// Joins the open rows with the rest of them if the end of a page has split them.
    private mutating func goOn(with cells: [String], _ line: Int, _ records: inout PageRecords) {
        let joined = open.map { open in
            open.joined(
                with: cells, records.beginning(at: line, key: open.place), date: date, isAlone: self.open.count == 1)
        }
        for (index, row) in zip(open.indices, joined) {
            guard let row else { continue }
            // Below a repeated heading, a line may be the heading of a section.
            let column = records.beginning(at: line, key: row.place).column
            let isDoubtful = titles.wereSkipped && cells.count == 1 && open[index].isWhole(beside: column)
            if isNext, !isDoubtful { open[index] = row } else { open[index].doubt(unlike: row) }
        }
        // The line may be a footer or a heading, and the rows may continue after it.
        if joined.allSatisfy({ $0 == nil }) { isNext = false }
        if cells.count > 1 {
            let rest = joined.compactMap { $0?.number }
            close { row in
                !rest.contains(row.number) && (!cells.indices.contains(row.place) || cells[row.place].holdsDigit)
            }
        }
    }

    private mutating func close(where isAtEnd: (TableRow) -> Bool = { _ in true }) {
        for row in open where isAtEnd(row) {
            if row.isElsewhere {
                elsewhere[row.number, default: Rows()].add(row)
            } else {
                found[row.number, default: Rows()].add(row)
            }
        }
        open.removeAll(where: isAtEnd)
    }

    /// Notes that a number is listed. So far, it is not certain which cells are its own.
    private mutating func noteListed(_ number: ApplicationNumber) { found[number] = found[number] ?? Rows() }

    /// Notes the wanted numbers that begin in this line and continue below it. They are listed, but it is not certain which
    /// cells beside them are theirs. A line with more cells than a table has columns is left out, because each cell is compared
    /// with all cells of the lines below.
    private mutating func noteBroken(_ row: Int, of page: PDFPage) {
        let cells = page.rows[row].cells
        guard cells.count <= TableForm.columnLimit else { return }
        for (place, cell) in cells.enumerated() where cell.utf8.first.map({ mayBegin[Int($0)] }) ?? false {
            var text = ApplicationNumber.folded(cell)
            guard beginnings.contains(text) else { continue }
            for next in page.rows.indices[(row + 1)...].prefix(Self.brokenLimit) where beginnings.contains(text) {
                guard let more = page.text(inRow: next, belowCell: place, ofRow: row) else { continue }
                text += ApplicationNumber.folded(more)
            }
            if let number = wanted[text]?.number { noteListed(number) }
        }
    }

    private typealias Match = (number: ApplicationNumber, form: TableForm, place: Int, status: String?)

    /// The rows of the wanted numbers in a line, one for each number. A number fills a cell, preferably in its own column, or
    /// stands there before the status.
    private mutating func find(in cells: [String], _ row: Int, _ records: inout PageRecords) -> [TableRow] {
        var matches: [Match] = []
        for (place, cell) in cells.enumerated() where !cell.isEmpty {
            guard let match = match(cell, at: place) else { continue }
            if let other = matches.firstIndex(where: { $0.number == match.number }) {
                if place == match.form.columns.number - 1 { matches[other] = match }
            } else {
                matches.append(match)
            }
        }
        return matches.compactMap { match in
            let number = match.number
            noteListed(number)
            counts[number, default: 0] += 1
            guard counts[number, default: 0] <= Self.readLimit,
                !numbers.isPart(number, match.form, in: cells, at: match.place)
            else { return nil }
            return tableRow(match, in: cells, records.record(at: row, key: match.place))
        }
    }

    /// The wanted number that a cell holds, alone or before the status.
    private func match(_ cell: String, at place: Int) -> Match? {
        let folded = ApplicationNumber.folded(cell)
        if let entry = wanted[folded] { return (entry.number, entry.form, place, nil) }
        guard cell.utf8.contains(UInt8(ascii: " ")) else { return nil }
        for (key, entry) in wanted where folded.hasPrefix(key) {
            let columns = entry.form.columns
            guard place == columns.number - 1, columns.status == columns.number + 1,
                let rest = Self.rest(of: cell, after: key)
            else { continue }
            return (entry.number, entry.form, place, rest)
        }
        return nil
    }

    /// The row of a number, up to the numbers beside it in its own line and in the other lines of its record; nil if the text
    /// after the number is not its status.
    private mutating func tableRow(_ match: Match, in cells: [String], _ record: PDFRecord) -> TableRow? {
        let (number, form, place, status) = match
        let hasStatus = status != nil
        if let status, status.isEmpty || !isFree(after: record.key, in: record.cells, number, form) { return nil }
        var row = status.map { TableRow(number, form, record, status: $0) } ?? TableRow(number, form, record)
        row.cut(to: numbers.reach(of: number, form, in: cells, at: place, hasStatus: hasStatus))
        row.cut(to: numbers.reach(of: number, form, in: record.cells, at: record.key, hasStatus: hasStatus))
        row.isRecognized = isRecognizedPage
        row.isElsewhere = place != form.columns.number - 1 && !isTable(at: place, form, in: cells)
        return row
    }

    /// Whether the cell after a number leaves it to the number's own cell to hold the status: it is empty, or it holds a
    /// date or the number of a table beside it.
    private mutating func isFree(
        after place: Int, in cells: [String], _ number: ApplicationNumber, _ form: TableForm
    ) -> Bool {
        guard place + 1 < cells.count else { return true }
        let next = cells[place + 1].trimmed
        return next.isEmpty || numbers.isOther(next, than: number, form, hasStatus: true)
            || next.looksLikeDate
            || form.columns.date == form.columns.status + 1 && next.holdsDate
                && (next.holdsDigit || cells[(place + 2)...].allSatisfy(\.trimmed.isEmpty))
    }

    /// Whether another table, side by side with the first one, has its numbers in this place: the header shows it or,
    /// without a header, the date in this line.
    private func isTable(at place: Int, _ form: TableForm, in cells: [String]) -> Bool {
        guard let header = headers.header?.cells else {
            guard let date = form.columns.date.map({ place + $0 - form.columns.number }) else { return false }
            return cells.indices.contains(date) && cells[date].looksLikeDate
        }
        let (own, other) = (form.columns.status - 1, place + form.columns.status - form.columns.number)
        return header.indices.contains(own) && header.indices.contains(other) && header[own] == header[other]
    }

    /// The text after a number and a space, empty if it has less than two letters, such as the mark of a footnote; nil if the
    /// number continues, without a space or with another group of digits.
    private static func rest(of cell: String, after key: String) -> String? {
        var expected = key.unicodeScalars[...]
        var rest = cell.unicodeScalars[...]
        while let next = expected.first, let scalar = rest.popFirst() {
            if scalar.folded == next { expected.removeFirst() }
        }
        guard let space = rest.first, space.properties.isWhitespace else { return nil }
        let text = String(rest).trimmed
        guard text.unicodeScalars.first?.properties.numericType == nil else { return nil }
        return text.unicodeScalars.count(where: \.properties.isAlphabetic) > 1 ? text : ""
    }
}

extension RowMatcher.Rows {
    /// The most rows of one number that are kept.
    private static let limit = 20

    fileprivate mutating func add(_ row: TableRow) {
        isRow = true
        stray = stray ?? row.stray
        isRecognized = isRecognized || row.isRecognized
        let decision = row.decision
        if decisions.count < Self.limit, !decision.status.isEmpty, !decisions.contains(decision) {
            decisions.append(decision)
        }
    }
}
