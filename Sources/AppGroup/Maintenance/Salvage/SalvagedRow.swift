/// A row of a damaged registry, told by its shape alone which table it belongs to.
struct SalvagedRow {
    enum Table: String, CaseIterable {
        case app, scheme, field, action, setting, opening, rise, offers, meta
        /// SQLite's own note of the last opening's number.
        case sequence = "sqlite_sequence"
    }

    let table: Table
    /// The values of the table's columns, in their order.
    let values: [SQLiteValue]

    /// How many columns the table of apps had in the first version; later ones only append.
    private static let appColumns = 22

    /// `nil` for a row of the schema or of an index, and for what no table of a registry holds.
    init?(_ values: [SQLiteValue], kind: BTreePage.Kind, rowID: Int64?) {
        self.init(table: Self.table(of: values, hasRowID: kind == .leafTable), values: values, rowID: rowID)
    }

    private init?(table: Table?, values: [SQLiteValue], rowID: Int64?) {
        guard let table else { return nil }
        self.table = table
        var values = values
        // A column that is another name of the rowid is stored as null.
        if table == .opening, let rowID { values[0] = .integer(rowID) }
        self.values = values
    }

    private static func table(of values: [SQLiteValue], hasRowID: Bool) -> Table? {
        let shape = values.map(\.kind)
        if hasRowID {
            switch shape {
            case [.null, .text, .integer, .integer, .integer]: return .opening
            case [.text, .integer]: return values[0].text == "opening" ? .sequence : nil
            default: return nil
            }
        }
        switch shape {
        case [.integer, .text, .integer, .integer, .integer]: return .rise
        case [.text, .integer, .text, .integer]: return .scheme
        case [.text, .text, .text, .text] where isKind(values[2]),
            [.text, .text, .text, .integer] where isKind(values[2]):
            return .field
        case [.text, .integer, .text, .text, .text, .text], [.text, .integer, .text, .text, .null, .text]:
            return .action
        case [.text, .text, .text] where isKind(values[1]), [.text, .text, .integer] where isKind(values[1]):
            return .setting
        case [.text, .text, .text, .text], [.text, .text, .null, .text]: return .offers
        case [.text, .text], [.text, .integer]: return .meta
        default:
            let isApp = shape.count >= appColumns && ["command", "desktop", "package"].contains(values[3].text)
            return isApp ? .app : nil
        }
    }

    private static func isKind(_ value: SQLiteValue) -> Bool {
        ["string", "integer", "date"].contains(value.text)
    }
}

extension SQLiteValue {
    fileprivate enum Kind { case null, integer, real, text, blob }

    fileprivate var kind: Kind {
        switch self {
        case .null: .null
        case .integer: .integer
        case .real: .real
        case .text: .text
        case .blob: .blob
        }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
}
