import AppGroup
import AppGroupTerminal

/// The settings of a group, as `launcher settings list` writes them.
struct SettingsListing: Listing {
    let group: GroupID
    let settings: [FieldKey: FieldValue]

    private var sorted: [(key: FieldKey, value: FieldValue)] { settings.sorted { $0.key < $1.key } }

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "KEY", shrinkOrder: 2), TextTable.Column(header: "VALUE", shrinkOrder: 1),
            TextTable.Column(header: "TYPE"),
        ]
    }

    var rows: [[TextTable.Cell]] {
        sorted.map {
            [
                TextTable.Cell("\($0.key)"), TextTable.Cell("\($0.value)"),
                TextTable.Cell($0.value.typeName, style: .dim),
            ]
        }
    }

    var records: [[String]] { sorted.map { ["\($0.key)", "\($0.value)", $0.value.typeName] } }

    var json: JSONValue {
        [
            "version": 1, "group": JSONValue(text: group),
            "settings": .object(sorted.map { ("\($0.key)", JSONValue($0.value)) }),
        ]
    }
}

extension FieldValue {
    fileprivate var typeName: String {
        switch self {
        case .string: "string"
        case .integer: "integer"
        case .date: "date"
        }
    }
}
