/// Everything that can be read of a damaged registry, page by page. The tree that the pages belong to is not needed, so that a
/// page that is lost takes no other with it.
struct PageScan {
    private(set) var rows: [SalvagedRow] = []
    private(set) var unreadableRows = 0
    /// Pages that hold something, and nothing that could be read.
    private(set) var unreadablePages = 0

    init(_ image: DatabaseImage) {
        let free = image.freePages()
        var understood = free
        for number in 1...max(1, image.pageCount) where !free.contains(number) {
            guard let page = BTreePage(number, of: image) else { continue }
            understood.insert(number)
            unreadableRows += page.unreadableCells
            for cell in page.cells {
                understood.formUnion(cell.overflowPages)
                guard let values = RecordFormat.values(cell.payload) else {
                    unreadableRows += 1
                    continue
                }
                if let row = SalvagedRow(values, kind: page.kind, rowID: cell.rowID) { rows.append(row) }
            }
        }
        unreadablePages = (1...max(1, image.pageCount)).count { number in
            !understood.contains(number) && image.page(number)?.contains { $0 != 0 } == true
        }
    }

    /// A value of the table `meta`.
    func meta(_ key: String) -> SQLiteValue? {
        rows.first { $0.table == .meta && $0.values[0].text == key }?.values[1]
    }
}
