// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in their header.

import AppGroup
import AppGroupPlatform
public import CAppGroupLibrary

/// What an app says about itself, as its author gives it. Nothing is checked before it is registered, except that text is UTF-8.
struct AppDraft {
    private enum Start {
        case command([String], AppLaunch.Interface)
        case desktopFile(String)
    }

    private struct Action {
        let id, name: String
        let icon: String?
        let url: String
    }

    private let id: String
    private let name: String
    private var icon: IconSource?
    private var schemes: [String] = []
    private var actions: [Action] = []
    private var start: Start?
    private var version: String?
    private var fields: [(key: String, value: FieldValue?)] = []
    /// What was wrong first.
    private var failure: LibraryError?

    fileprivate init(id: UnsafePointer<CChar>, name: UnsafePointer<CChar>) {
        (self.id, self.name) = (String(cString: id), String(cString: name))
        change { _ in
            _ = try text(id, "id")
            _ = try text(name, "name")
        }
    }

    /// Makes a change, or notes why it cannot be made.
    fileprivate mutating func change(_ body: (inout AppDraft) throws -> Void) {
        do { try body(&self) } catch { failure = failure ?? LibraryError(error) }
    }

    fileprivate mutating func setIcon(_ bytes: [UInt8]) {
        // PNG specification, 5.2.
        icon = bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) ? .png(bytes) : .svg(bytes)
    }

    fileprivate mutating func setIcon(name: UnsafePointer<CChar>) throws { icon = .named(try text(name, "name")) }

    fileprivate mutating func addScheme(_ scheme: UnsafePointer<CChar>) throws {
        schemes.append(try text(scheme, "scheme"))
    }

    fileprivate mutating func addAction(
        id: UnsafePointer<CChar>, name: UnsafePointer<CChar>, icon: UnsafePointer<CChar>?, url: UnsafePointer<CChar>
    ) throws {
        let icon = try icon.map { try text($0, "icon") }
        actions.append(
            Action(id: try text(id, "id"), name: try text(name, "name"), icon: icon, url: try text(url, "url")))
    }

    fileprivate mutating func setCommand(_ words: [UnsafePointer<CChar>], _ interface: AppLaunch.Interface) throws {
        var words = try words.map { try text($0, "argv") }
        if let program = words.first { words[0] = try AppLaunch.program(program) }
        start = .command(words, interface)
    }

    fileprivate mutating func setDesktopFile(_ id: UnsafePointer<CChar>) throws {
        start = .desktopFile(try text(id, "id"))
    }

    fileprivate mutating func setVersion(_ version: UnsafePointer<CChar>) throws {
        self.version = try text(version, "version")
    }

    fileprivate mutating func setField(_ key: UnsafePointer<CChar>, _ value: FieldValue?) throws {
        fields.append((try text(key, "key"), value))
    }

    /// The app's own schemes: those that were added, else those of its desktop entry. Nothing else is checked.
    ///
    /// - Throws: `AppGroupError` if a scheme breaks the rules, or there is no such entry; ``LibraryError`` for what is no text.
    fileprivate func ownSchemes(in environment: ProcessEnvironment) throws -> [URLScheme] {
        if let failure { throw failure }
        guard schemes.isEmpty, case .desktopFile(let file) = start else { return try schemes.map { try URLScheme($0) } }
        return try AppDescription(id: AppID(id), desktopFile: file, name: AppName(name), environment: environment)
            .schemes
    }

    /// The description, with every value checked by its own rule.
    ///
    /// - Throws: `AppGroupError`, or ``LibraryError`` for what is no text or lacks a start.
    func checked(in environment: ProcessEnvironment) throws -> AppDescription {
        if let failure { throw failure }
        var app: AppDescription
        let (id, name) = (try AppID(id), try AppName(name))
        switch start {
        case .command(let words, let interface) where !words.isEmpty:
            let command = AppLaunch.Command(
                executable: words[0], arguments: Array(words.dropFirst()), interface: interface)
            app = AppDescription(id: id, name: name, launch: .command(command))
        case .desktopFile(let file):
            app = try AppDescription(id: id, desktopFile: file, name: name, environment: environment)
        case .command, nil:
            throw LibraryError.usage("Specify how \(id) starts: by a command, or by a desktop file.")
        }
        if let icon { app.icon = icon }
        if !schemes.isEmpty { app.schemes = try schemes.map { try URLScheme($0) } }
        app.actions = try actions.map { action in
            try AppAction(
                id: ActionID(action.id), name: AppName(action.name), icon: action.icon.map { try IconName($0) },
                url: AppURL(action.url))
        }
        app.version = try version.map { try AppVersion($0) }
        for (key, value) in fields { app.fields[try FieldKey(key)] = value }
        return app
    }
}

typealias AppHandle = Exclusive<AppDraft>

/// Changes a description, if there is one.
private func change(_ app: OpaquePointer?, _ body: (inout AppDraft) throws -> Void) {
    perform { Handle<AppHandle>.object(app)?.withLock { $0.change(body) } }
}

@c @implementation
public func appgroup_app_new(_ id: UnsafePointer<CChar>!, _ name: UnsafePointer<CChar>!) -> OpaquePointer! {
    guard let id, let name else { return nil }
    return perform { Handle(AppHandle(AppDraft(id: id, name: name))).pointer }
}

@c @implementation
public func appgroup_app_free(_ app: OpaquePointer!) { perform { Handle<AppHandle>.free(app) } }

@c @implementation
public func appgroup_app_set_icon_name(_ app: OpaquePointer!, _ name: UnsafePointer<CChar>!) {
    if let name { change(app) { try $0.setIcon(name: name) } }
}

@c @implementation
public func appgroup_app_set_icon_data(_ app: OpaquePointer!, _ data: UnsafeRawPointer!, _ size: Int) {
    guard let data, size >= 0 else { return }
    // One byte more than allowed is enough to be refused.
    let bytes = UnsafeRawBufferPointer(start: data, count: min(size, AppIcon.maximumSize + 1))
    change(app) { $0.setIcon(Array(bytes)) }
}

@c @implementation
public func appgroup_app_add_scheme(_ app: OpaquePointer!, _ scheme: UnsafePointer<CChar>!) {
    if let scheme { change(app) { try $0.addScheme(scheme) } }
}

@c @implementation
public func appgroup_app_add_action(
    _ app: OpaquePointer!, _ id: UnsafePointer<CChar>!, _ name: UnsafePointer<CChar>!, _ icon: UnsafePointer<CChar>!,
    _ url: UnsafePointer<CChar>!
) {
    guard let id, let name, let url else { return }
    change(app) { try $0.addAction(id: id, name: name, icon: icon, url: url) }
}

@c @implementation
public func appgroup_app_set_command(
    _ app: OpaquePointer!, _ argv: UnsafePointer<UnsafePointer<CChar>?>!, _ terminal: Bool
) {
    guard let argv else { return }
    var words: [UnsafePointer<CChar>] = []
    while let word = argv[words.count] { words.append(word) }
    change(app) { try $0.setCommand(words, terminal ? .terminal : .graphical) }
}

@c @implementation
public func appgroup_app_set_desktop_file(_ app: OpaquePointer!, _ id: UnsafePointer<CChar>!) {
    if let id { change(app) { try $0.setDesktopFile(id) } }
}

@c @implementation
public func appgroup_app_set_version(_ app: OpaquePointer!, _ version: UnsafePointer<CChar>!) {
    if let version { change(app) { try $0.setVersion(version) } }
}

@c @implementation
public func appgroup_app_set_field(
    _ app: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ value: UnsafePointer<appgroup_value>!
) {
    guard let key, let value else { return }
    change(app) { try $0.setField(key, try AppGroupLibrary.value(value)) }
}

@c @implementation
public func appgroup_app_opened_url(
    _ app: OpaquePointer!, _ argc: Int32, _ argv: UnsafePointer<UnsafePointer<CChar>?>!,
    _ url: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> appgroup_status {
    attempt(error) {
        let result = try place(url, "url")
        result.pointee = nil
        let words = try arguments(argc, argv)
        guard let draft = Handle<AppHandle>.object(app) else { throw LibraryError.missing("app") }
        let schemes = try draft.withLock { $0 }.ownSchemes(in: .current)
        result.pointee = AppURL.first(in: words, of: schemes).map { CString.forCaller($0.description) }
    }
}
