/// How a field's or a setting's value is written in the columns `kind` and `value`, and read from them.
enum FieldRow {
    static func columns(of value: FieldValue) -> (kind: SQLiteValue, value: SQLiteValue) {
        switch value {
        case .string(let text): ("string", .text(text))
        case .integer(let number): ("integer", .integer(number))
        case .date(let moment): ("date", .integer(moment.milliseconds))
        }
    }

    /// The value in two neighboring columns; `nil` if another program wrote an unknown kind.
    static func value(_ row: SQLiteStatement, kindAt column: Int32) -> FieldValue? {
        switch row.text(column) {
        case "string": .string(row.text(column + 1))
        case "integer": .integer(row.integer(column + 1))
        case "date": .date(Timestamp(milliseconds: row.integer(column + 1)))
        default: nil
        }
    }
}
