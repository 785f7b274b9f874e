// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in their header.

import AppGroup
import AppGroupPlatform
public import CAppGroupLibrary

/// The apps of a group at one moment.
final class AppList: Sendable {
    let apps: [AppEntry]
    /// The path of an image, or the name of a themed icon.
    private let icons: [String?]
    /// The texts that were asked for, which live as long as the list. A text that is asked for again is the same. Their names are
    /// told apart by their bytes, as keys of fields are.
    private let texts = Exclusive<[[UInt8]: CString]>([:])

    init(_ apps: [AppEntry], of registry: Registry) {
        self.apps = apps
        icons = apps.map { $0.icon?.themedName ?? registry.imagePath(of: $0.record) }
    }

    /// - Throws: ``LibraryError`` if there is no such app or no such value.
    func value(_ what: String, of index: Int) throws -> appgroup_value {
        guard apps.indices.contains(index) else {
            throw LibraryError.usage("There is no app \(index) in a list of \(apps.count); the first is 0.")
        }
        let app = apps[index]
        func string(_ text: (some CustomStringConvertible)?) -> appgroup_value {
            text.map { .string(kept($0.description, "\(index) \(what)")) } ?? .none
        }
        func words(_ words: some Sequence<some CustomStringConvertible>) -> appgroup_value {
            string(words.map(\.description).joined(separator: " "))
        }
        switch what {
        case "id": return string(app.id)
        case "name": return string(app.name)
        case "icon": return string(icons[index])
        case "reason": return string(app.availability.reason)
        case "version": return string(app.version)
        case "availableVersion": return string(app.availableVersion)
        case "group": return string(app.group)
        case "badge": return .integer(app.badge.value)
        case "openCount": return .integer(app.usage.count)
        case "installed": return .integer(app.availability.isInstalled ? 1 : 0)
        case "pinned": return .integer(app.preferences.isPinned ? 1 : 0)
        case "hidden": return .integer(app.preferences.isHidden ? 1 : 0)
        case "lastOpened": return app.usage.lastOpened.map { .date($0) } ?? .none
        case "schemes": return words(app.schemes)
        case "fields": return words(app.fields.keys.sorted())
        case "actions": return words(app.actions.map(\.id))
        default: break
        }
        if let key = what.after("field:") {
            let key = try FieldKey(key)
            return appgroup_value(app.fields[key]) { kept($0, "\(index) \(what)") }
        }
        if let id = what.after("action:") {
            let id = try ActionID(id)
            return string(app.actions.first { $0.id == id }?.url)
        }
        throw LibraryError.usage("An app has no value “\(what)”; see the comment on appgroup_list_get in appgroup.h.")
    }

    private func kept(_ text: String, _ name: String) -> UnsafePointer<CChar> {
        let name = Array(name.utf8)
        return texts.withLock { texts in
            if let known = texts[name] { return known.pointer }
            let new = CString(text)
            texts[name] = new
            return new.pointer
        }
    }
}

extension String {
    /// What follows a beginning; `nil` if the text does not begin with it.
    fileprivate func after(_ beginning: String) -> String? {
        utf8.starts(with: beginning.utf8) ? String(decoding: utf8.dropFirst(beginning.utf8.count), as: UTF8.self) : nil
    }
}

@c @implementation
public func appgroup_apps(
    _ group: OpaquePointer!, _ order: UnsafePointer<CChar>!, _ all: Bool,
    _ result: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> appgroup_status {
    attempt(error) {
        let result = try place(result, "result")
        result.pointee = nil
        let registry = try AppGroupLibrary.group(group).registry
        let order = try order.map { try AppOrder(named: text($0, "order")) }
        let apps = try registry.apps(order: order, including: all ? .all : .shown)
        result.pointee = Handle(AppList(apps, of: registry)).pointer
    }
}

@c @implementation
public func appgroup_find(
    _ group: OpaquePointer!, _ id: UnsafePointer<CChar>!, _ result: UnsafeMutablePointer<OpaquePointer?>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> appgroup_status {
    attempt(error) {
        let result = try place(result, "result")
        result.pointee = nil
        let registry = try AppGroupLibrary.group(group).registry
        let found = try registry.app(appID(id)).map { [$0] } ?? []
        result.pointee = Handle(AppList(found, of: registry)).pointer
    }
}

extension AppOrder {
    fileprivate init(named name: String) throws {
        guard let order = AppOrder(rawValue: name) else {
            let orders = AppOrder.allCases.map(\.rawValue).joined(separator: ", ")
            throw LibraryError.usage("There is no order “\(name)”; choose one of \(orders).")
        }
        self = order
    }
}

@c @implementation
public func appgroup_list_count(_ list: OpaquePointer!) -> Int { Handle<AppList>.object(list)?.apps.count ?? 0 }

@c @implementation
public func appgroup_list_get(
    _ list: OpaquePointer!, _ index: Int, _ what: UnsafePointer<CChar>!,
    _ result: UnsafeMutablePointer<appgroup_value>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> appgroup_status {
    attempt(error) {
        let result = try place(result, "result")
        result.pointee = .none
        result.pointee = try Handle<AppList>.object(list, "list").value(text(what, "what"), of: index)
    }
}

@c @implementation
public func appgroup_list_free(_ list: OpaquePointer!) { perform { Handle<AppList>.free(list) } }
