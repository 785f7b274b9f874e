import PDFText

/// The columns of a table, which each page takes from the pages before. A page shows no place for a column that is empty on
/// all of it, and it may have text beside the table that looks like a column.
struct TableColumns {
    private var numbers: NumberCells
    private let forms: Set<TableForm>
    /// The page with the most columns of the table so far.
    private var model: (page: PDFPage, form: TableForm)?

    init(_ wanted: [(number: ApplicationNumber, form: TableForm)]) {
        numbers = NumberCells(wanted.map(\.number))
        forms = Set(wanted.map(\.form))
    }

    /// The page with the columns of the table, if its rows fit them.
    mutating func placed(_ page: PDFPage) -> PDFPage {
        if let model {
            if page.hasSameColumns(as: model.page) { return page }
            let isOther = Self.hasHeader(page, unlike: model.page)
            let mayTake = page.columns >= model.page.columns || Self.lacksColumns(page, of: model.page, model.form)
            if !isOther, mayTake,
                let placed = page.withColumns(of: model.page, key: model.form.columns.number - 1)
            {
                return placed
            }
            if !isOther, page.columns <= model.page.columns { return page }
        }
        for form in forms where page.rows.contains(where: { numbers.begins($0.cells, form) }) {
            model = (page, form)
            break
        }
        return page
    }

    /// Whether a page with fewer columns than another one lacks a column of the table: the form needs more columns, or each
    /// column of the other page has a heading. Otherwise, the other page may have a mark beside a row.
    private static func lacksColumns(_ page: PDFPage, of other: PDFPage, _ form: TableForm) -> Bool {
        let columns = form.columns
        if page.columns < max(columns.number, columns.status, columns.date ?? 0) { return true }
        guard let header = other.rows.prefix(while: { !$0.text.holdsDigit }).last else { return false }
        return header.cells.count == other.columns && !header.cells.contains("")
    }

    /// Whether a page begins with a header that differs from the header of another page.
    private static func hasHeader(_ page: PDFPage, unlike other: PDFPage) -> Bool {
        let (own, others) = (header(of: page), header(of: other))
        return own != nil && own != others
    }

    /// The first row of several cells, without empty cells; nil if it has a digit.
    private static func header(of page: PDFPage) -> String? {
        page.rows.first { $0.cells.count > 1 }.flatMap { $0.text.holdsDigit ? nil : $0.text }
    }
}
