import AppGroup
import AppGroupText

extension Widget {
    /// The document described in `docs/json.md`.
    ///
    /// - Parameters:
    ///   - iconPath: The path of the image that an app registered.
    ///   - themedPath: The path of the image that the icon theme has for the name that an app registered.
    func json(iconPath: (AppEntry) -> String?, themedPath: (AppEntry) -> String?) -> String {
        let document: JSONValue = [
            "version": 1,
            "group": JSONValue(text: group),
            "size": .string(layout.size.rawValue),
            "badgeField": JSONValue(text: layout.badgeField),
            "total": .integer(Int(total)),
            "rows": .array(rows.map { $0.json(iconPath, themedPath) }),
        ]
        return document.compactText
    }
}

extension Widget.Row {
    fileprivate func json(_ iconPath: (AppEntry) -> String?, _ themedPath: (AppEntry) -> String?) -> JSONValue {
        [
            "order": .string(order.rawValue),
            "title": .string(title),
            "apps": .array(items.map { $0.json(iconPath: iconPath($0.app), themedPath: themedPath($0.app)) }),
        ]
    }
}

extension WidgetItem {
    fileprivate func json(iconPath: String?, themedPath: String?) -> JSONValue {
        [
            "id": JSONValue(text: app.id),
            "name": JSONValue(text: app.name),
            "schemes": .array(app.schemes.map(JSONValue.init(text:))),
            "badge": .integer(Int(count)),
            "lastOpened": JSONValue(text: app.usage.lastOpened),
            "openCount": .integer(Int(app.usage.count)),
            "group": JSONValue(text: app.group),
            "pinned": .bool(app.preferences.isPinned),
            "icon": JSONValue(text: iconPath ?? app.icon?.themedName),
            "iconPath": JSONValue(text: iconPath ?? themedPath),
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
