import AppGroup
import AppGroupText

extension Widget {
    /// The document described in `docs/json.md`.
    ///
    /// - Parameter iconPath: The path of an app's image.
    func json(iconPath: (AppEntry) -> String?) -> String {
        let document: JSONValue = [
            "version": 1,
            "group": JSONValue(text: group),
            "size": .string(layout.size.rawValue),
            "badgeField": JSONValue(text: layout.badgeField),
            "total": .integer(Int(total)),
            "rows": .array(rows.map { $0.json(iconPath) }),
        ]
        return document.compactText
    }
}

extension Widget.Row {
    fileprivate func json(_ iconPath: (AppEntry) -> String?) -> JSONValue {
        [
            "order": .string(order.rawValue),
            "title": .string(title),
            "apps": .array(items.map { $0.json(iconPath: iconPath($0.app)) }),
        ]
    }
}

extension WidgetItem {
    fileprivate func json(iconPath: String?) -> JSONValue {
        [
            "id": JSONValue(text: app.id),
            "name": JSONValue(text: app.name),
            "schemes": .array(app.schemes.map(JSONValue.init(text:))),
            "badge": .integer(Int(count)),
            "lastOpened": JSONValue(text: app.usage.lastOpened),
            "openCount": .integer(Int(app.usage.count)),
            "group": JSONValue(text: app.group),
            "pinned": .bool(app.preferences.isPinned),
            "icon": JSONValue(text: iconPath ?? themedName),
            "iconPath": JSONValue(text: iconPath),
        ]
    }

    private var themedName: String? {
        guard case .named(let name)? = app.icon else { return nil }
        return name
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
