import PDFText

/// Finds what a table says about some numbers, row by row in the order of the pages.
struct RowMatcher {
    /// The most rows of one number that are kept.
    private static let rowLimit = 20
    /// The most lines above a table that are remembered as titles.
    private static let titleLimit = 100
    /// How many lines below its first line a broken number may continue.
    private static let brokenLimit = 8
    /// The least length of a number that is looked for within other text, in bytes. A shorter one may be part of a date.
    private static let leastMention = 6

    private let wanted: [String: (number: ApplicationNumber, form: TableForm)]
    /// The beginnings of the wanted numbers, to recognize a number that is broken into lines.
    private let beginnings: Set<String>
    /// For each byte, whether a cell that begins with it may hold such a beginning. Most cells need no closer look.
    private let mayBegin: [Bool]
    /// The length of the shortest wanted number that is looked for within other text, in bytes.
    private let shortestMention: Int
    private var numbers: NumberCells
    private var found: [ApplicationNumber: [Decision]] = [:]
    /// What the column of a number's date holds, if that is no date.
    private(set) var strays: [ApplicationNumber: String] = [:]

    /// The rows that were found last, as long as the next lines may belong to them.
    private var open: [TableRow] = []
    private var isNewPage = false
    private var isNext = false

    private var headers = RepeatedHeaders()
    /// The lines above the table on the first page, which other pages may repeat.
    private var titles: Set<String> = []
    private var hasTable = false
    /// A date in this table, which shows what its dates look like.
    private var date: String?
    private let dateColumn: Int?

    init(_ wanted: [(number: ApplicationNumber, form: TableForm)]) {
        self.wanted = Dictionary(wanted.map { ($0.number.description, $0) }) { first, _ in first }
        beginnings = Set(
            self.wanted.keys.flatMap { number in number.indices.dropFirst().map { String(number[..<$0]) } })
        let first = Set(self.wanted.keys.compactMap(\.utf8.first))
        // A byte outside ASCII may begin a space.
        mayBegin = (UInt8.min ... .max).map { $0 <= 0x20 || $0 >= 0x7F || first.contains($0) }
        shortestMention = self.wanted.keys.map(\.utf8.count).filter { $0 >= Self.leastMention }.min() ?? .max
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

    /// The distinct decisions about each number, in the order of the table. The list of a number is empty if none of its
    /// rows has a readable status.
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
        noteBroken(row, of: page)
        noteMentions(in: cells)
        let found = find(in: cells, row, &records)
        if !found.isEmpty {
            close()
            open = found
            (isNewPage, isNext) = (false, true)
        } else if !isNewPage {
            if cells.count > 1 { close { cells.indices.contains($0.place) && !cells[$0.place].isEmpty } }
        } else if !isAboveHeader, !open.isEmpty {
            goOn(with: cells, row, &records)
        }
    }

    private mutating func noteDate(_ cells: [String]) {
        guard let dateColumn, cells.indices.contains(dateColumn - 1) else { return }
        let text = cells[dateColumn - 1]
        if text.utf8.contains(where: { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) { date = text }
    }

    /// Joins the open rows with the rest of them if the end of a page has split them.
    private mutating func goOn(with cells: [String], _ row: Int, _ records: inout PageRecords) {
        if cells.count == 1, titles.contains(cells[0]) { return }
        let joined = open.map { open in
            open.joined(
                with: cells, isNext: isNext, records.beginning(at: row, key: open.place), date: date,
                isAlone: self.open.count == 1)
        }
        // The line may be a footer, and the rows may continue after it.
        if joined.allSatisfy({ $0 == nil }) { isNext = false }
        for (index, row) in zip(open.indices, joined) { open[index] = row ?? open[index] }
        if cells.count > 1 {
            let rest = joined.compactMap { $0?.number }
            close { !rest.contains($0.number) }
        }
    }

    private mutating func close(where isAtEnd: (TableRow) -> Bool = { _ in true }) {
        for row in open where isAtEnd(row) {
            let decision = row.decision
            strays[row.number] = strays[row.number] ?? row.stray
            var known = found[row.number, default: []]
            if known.count < Self.rowLimit, !decision.status.isEmpty, !known.contains(decision) {
                known.append(decision)
            }
            found[row.number] = known
        }
        open.removeAll(where: isAtEnd)
    }

    /// Notes the wanted numbers that begin in this line and continue below it. They are listed, but it is not certain which
    /// cells beside them are theirs.
    private mutating func noteBroken(_ row: Int, of page: PDFPage) {
        let cells = page.rows[row].cells
        for (place, cell) in cells.enumerated() where cell.utf8.first.map({ mayBegin[Int($0)] }) ?? false {
            var text = ApplicationNumber.compact(cell)
            guard beginnings.contains(text), let column = Self.column(ofCell: place, row, page) else { continue }
            for next in page.rows.indices[(row + 1)...].prefix(Self.brokenLimit) where beginnings.contains(text) {
                let cells = page.rows[next].cells
                let place = cells.count == 1 ? 0 : column
                guard cells.indices.contains(place), Self.column(ofCell: place, next, page) == column else { continue }
                text += ApplicationNumber.compact(cells[place])
            }
            if let number = wanted[text]?.number { found[number, default: []] += [] }
        }
    }

    /// Notes the wanted numbers that share a cell with other text, such as a sentence or the mark of a footnote. They are
    /// listed, but it is not certain which cells are theirs.
    private mutating func noteMentions(in cells: [String]) {
        for cell in cells where cell.utf8.count > shortestMention {
            for word in cell.utf8.split(whereSeparator: Self.isSeparator) where word.count >= shortestMention {
                // Each number has a digit.
                guard word.contains(where: { 0x30...0x39 ~= $0 }) else { continue }
                // Outside ASCII, a byte does not tell whether its character ends a word.
                for part in Substring(word).unicodeScalars.split(whereSeparator: Self.isSeparator) {
                    if let number = wanted[String(Substring(part))]?.number, part.count >= Self.leastMention {
                        found[number, default: []] += []
                    }
                }
            }
        }
    }

    /// Whether a byte is in ASCII and neither a letter nor a digit.
    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte < 0x30 || 0x3A...0x40 ~= byte || 0x5B...0x60 ~= byte || 0x7B...0x7F ~= byte
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII && !scalar.properties.isAlphabetic && scalar.properties.numericType != .decimal
    }

    /// The column of a cell. A line of several cells has a place for each column.
    private static func column(ofCell place: Int, _ row: Int, _ page: PDFPage) -> Int? {
        page.rows[row].cells.count == 1 ? page.column(ofCell: place, inRow: row) : place
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
        return matches.map { tableRow($0, in: cells, records.record(at: row, key: $0.place)) }
    }

    /// The wanted number that a cell holds, alone or before the status.
    private func match(_ cell: String, at place: Int) -> Match? {
        let compact = ApplicationNumber.compact(cell)
        if let entry = wanted[compact] { return (entry.number, entry.form, place, nil) }
        guard cell.utf8.contains(UInt8(ascii: " ")) else { return nil }
        for (text, entry) in wanted where compact.hasPrefix(text) {
            let columns = entry.form.columns
            guard place == columns.number - 1, columns.status == columns.number + 1,
                let rest = Self.rest(of: cell, behind: text), !rest.isEmpty
            else { continue }
            return (entry.number, entry.form, place, rest)
        }
        return nil
    }

    /// The row of a number, up to the numbers beside it in its own line and in the other lines of its record.
    private mutating func tableRow(_ match: Match, in cells: [String], _ record: PDFRecord) -> TableRow {
        let (number, form, place, status) = match
        let hasStatus = status != nil
        var row = status.map { TableRow(number, form, record, status: $0) } ?? TableRow(number, form, record)
        row.cut(to: numbers.reach(of: number, form, in: cells, at: place, hasStatus: hasStatus))
        row.cut(to: numbers.reach(of: number, form, in: record.cells, at: record.key, hasStatus: hasStatus))
        return row
    }

    /// The text after a number and a space; nil if the number continues, without a space or with another group of digits.
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
