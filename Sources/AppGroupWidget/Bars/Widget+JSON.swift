import AppGroup
import AppGroupText

extension Widget {
    /// The document described in `docs/json.md`.
    var json: String {
        let document: JSONValue = [
            "version": 1,
            "group": JSONValue(text: group),
            "size": .string(layout.size.rawValue),
            "badgeField": JSONValue(text: layout.badgeField),
            "total": .integer(Int(total)),
            "rows": .array(rows.map(\.json)),
        ]
        return document.compactText
    }
}

extension Widget.Row {
    fileprivate var json: JSONValue {
        [
            "order": .string(order.rawValue),
            "title": .string(order.title),
            "apps": .array(items.map(\.json)),
        ]
    }
}

extension WidgetItem {
    fileprivate var json: JSONValue {
        [
            "id": JSONValue(text: app.id),
            "name": JSONValue(text: app.name),
            "schemes": .array(app.schemes.map(JSONValue.init(text:))),
            "badge": .integer(Int(count)),
            "lastOpened": JSONValue(text: app.usage.lastOpened),
            "openCount": .integer(Int(app.usage.count)),
            "group": JSONValue(text: app.group),
            "pinned": .bool(app.preferences.isPinned),
        ]
    }
}

extension JSONValue {
    /// The value on one line.
    var compactText: String {
        var output = OutputBuffer()
        write(to: &output)
        return String(decoding: output.bytes, as: UTF8.self)
    }
}
