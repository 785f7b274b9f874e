import PDFText

/// The lines above the first number of a table, which other pages may repeat.
struct TableTitles {
    /// The lines above the heading of the table.
    private var titles: [(text: String, row: Int)] = []
    /// Those of them that may belong to the first row.
    private var doubtful: Set<String> = []
    /// The lines of the heading, in their order. A page repeats them from the first on.
    private var heading: [(text: String, row: Int)] = []
    /// How many lines of the heading certainly belong to it, and not to the first row.
    private var certain = 0
    private var hasTable = false
    /// Whether the first number was found, so that all lines are known.
    private(set) var areKnown = false

    /// How many lines of the heading the current page has repeated so far; nil if it has other lines by now.
    private var repeated: Int? = 0
    /// Whether lines of the heading below its first one were found on the current page.
    private(set) var wereSkipped = false

    /// The most lines that are remembered.
    private static let limit = 100

    /// What is known about a line on a later page.
    enum Answer {
        case isTitle
        /// It may be a title, or a part of a row.
        case isUncertain
    }

    /// Begins the next page.
    ///
    /// - Parameter repeatsFirstLine: Whether the first line of the heading is known to be repeated, and is left out.
    mutating func beginPage(repeatsFirstLine: Bool) {
        (repeated, wereSkipped) = (repeatsFirstLine ? 1 : 0, false)
        // The first row is on this page, and the lines so far are not.
        guard !areKnown else { return }
        titles.indices.forEach { titles[$0].row = -1 }
        heading.indices.forEach { heading[$0].row = -1 }
    }

    /// Whether the titles end at a line, which may be the first one with a number. Below the first line of a heading, any
    /// digit in the place of the number ends them, and above it, only a number.
    func mayEnd(at cells: [String], _ form: TableForm, _ numbers: inout NumberCells) -> Bool {
        numbers.mayBegin(cells, form, isAnyDigit: !heading.isEmpty)
    }

    /// Remembers a line above the first number.
    mutating func note(_ row: PDFRow, at index: Int) {
        let isWide = row.cells.count > 1
        // Lines above one of several cells, which may be a heading with a digit, are no part of the first row.
        if isWide { titles.indices.forEach { titles[$0].row = -1 } }
        if !heading.isEmpty || isWide && !row.text.holdsDigit {
            heading.append((row.text, index))
        } else if isWide || !hasTable {
            titles.append((row.text, index))
        }
        if isWide { hasTable = true }
        certain = heading.count
        areKnown = titles.count + heading.count >= Self.limit
    }

    /// Ends the titles at the first number.
    ///
    /// - Parameter relation: How a line above it, on the same page, relates to the line above that one.
    mutating func end(_ relation: (Int) -> PDFRecords.Beginning) {
        areKnown = true
        titles.removeAll { line in
            guard line.row >= 0 else { return false }
            let kind = relation(line.row)
            if kind == .isUncertain { doubtful.insert(line.text) }
            return kind == .isNew
        }
        for (index, line) in heading.enumerated().dropFirst() where line.row >= 0 {
            switch relation(line.row) {
            case .goesOn: continue
            case .isUncertain: certain = min(certain, index)
            case .isNew:
                heading.removeSubrange(index...)
                certain = min(certain, index)
                return
            }
        }
    }

    /// What is known about the next line of a page; nil if it is no title.
    mutating func find(_ text: String) -> Answer? {
        if titles.contains(where: { $0.text == text }) { return doubtful.contains(text) ? .isUncertain : .isTitle }
        guard let index = repeated, heading.indices.contains(index), heading[index].text == text else {
            repeated = nil
            return nil
        }
        repeated = index + 1
        wereSkipped = true
        return index < certain ? .isTitle : .isUncertain
    }
}
