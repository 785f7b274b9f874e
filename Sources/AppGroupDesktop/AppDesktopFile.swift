package import AppGroup

/// The desktop entry that `launcher integrate` writes for an app.
package struct AppDesktopFile {
    /// A scheme for which the entry became the default handler, and the earlier raw value in the user's `mimeapps.list`; `nil` if
    /// there was none.
    struct Handled: Hashable {
        let scheme: URLScheme
        let earlier: String?
    }

    /// The words that start the launcher: its path, and words before it.
    let launcher: [String]
    /// The folder of groups.
    let home: String
    let group: GroupID
    let app: AppRecord
    /// The path of the app's image; `nil` for a themed icon or none.
    let imagePath: String?
    /// The program that the app needs; `nil` if only the launcher knows it.
    let program: String?
    let handled: [Handled]
    /// Schemes that another program opens. The entry does not offer them, because the app could replace that program.
    var refused: Set<URLScheme> = []
    /// The handled schemes whose default handler is not set yet.
    var pending: [URLScheme] = []

    /// The fields that an entry shows.
    package static let fields: [FieldKey] = [commentField, categoriesField]
    private static let commentField: FieldKey = "comment"
    private static let categoriesField: FieldKey = "categories"

    /// The same entry with other pending schemes.
    func with(pending: [URLScheme]) -> AppDesktopFile {
        var file = self
        file.pending = pending
        return file
    }

    /// The complete file, with its seal.
    var bytes: [UInt8] { Seal.integrate.sealed(entry + app.actions.flatMap(lines)) }

    private var entry: [String] {
        let icon = imagePath ?? app.icon?.themedName
        let name = app.name.description
        return [
            "[Desktop Entry]", "Type=Application", "Version=1.4", "Name=\(DesktopText.string(name))",
            app.text(of: Self.commentField).map { "Comment=\(DesktopText.string($0))" },
            icon.map { "Icon=\(DesktopText.string($0))" },
            program.map { "TryExec=\(DesktopText.string($0))" },
            "Exec=\(exec(.app(app.id), takesURL: true))",
            "Terminal=\(app.launch.isInTerminal)",
            "Categories=\(DesktopText.list(DesktopCategories(app.text(of: Self.categoriesField) ?? "").names))",
            app.schemes.isEmpty ? nil : "Keywords=\(DesktopText.list(app.schemes.map(\.description)))",
            types.isEmpty ? nil : "MimeType=\(DesktopText.list(types))",
            "StartupWMClass=\(app.id)",
            app.actions.isEmpty ? nil : "Actions=\(DesktopText.list(app.actions.map(\.id.description)))",
            "\(Key.group)=\(group)", "\(Key.app)=\(app.id)", "\(Key.home)=\(DesktopText.string(home))",
            "\(Key.handled)=\(DesktopText.list(handled.map { "\($0.scheme)=\($0.earlier ?? "")" }))",
            pending.isEmpty ? nil : "\(Key.pending)=\(DesktopText.list(pending.map(\.description)))",
        ].compactMap(\.self)
    }

    private var types: [String] { app.schemes.filter { !refused.contains($0) }.map(\.mimeType) }

    private func lines(of action: AppAction) -> [String] {
        [
            "", "[Desktop Action \(action.id)]", "Name=\(DesktopText.string(action.name.description))",
            action.icon.map { "Icon=\(DesktopText.string($0.description))" },
            "Exec=\(exec(.action(action.id, of: app.id)))",
        ].compactMap(\.self)
    }

    private func exec(_ target: AppTarget, takesURL: Bool = false) -> String {
        let words = LauncherCommand.opening(target, of: group, inNewWindow: false)
        return DesktopText.exec(launcher + words, takesURL: takesURL)
    }

    /// The keys of an entry that only this project uses.
    enum Key {
        static let group = "X-AppGroup-Group"
        static let app = "X-AppGroup-App"
        static let home = "X-AppGroup-Home"
        static let handled = "X-AppGroup-Handles"
        static let pending = "X-AppGroup-Pending"
    }
}

extension URLScheme {
    /// The type by which desktops know who opens URLs of this scheme.
    package var mimeType: String { "\(Self.typePrefix)\(self)" }

    /// How all these types begin.
    static let typePrefix = "x-scheme-handler/"
}

extension AppLaunch {
    fileprivate var isInTerminal: Bool {
        switch self {
        case .command(let command): command.interface == .terminal
        case .package(let package): package.command.interface == .terminal
        case .desktopFile: false
        }
    }
}

extension AppRecord {
    /// A field for the entry in one line, without harmful characters; `nil` if the app has no such text.
    fileprivate func text(of key: FieldKey) -> String? {
        guard let text = fields[key]?.string else { return nil }
        let harmless = PlainText.harmless(text.split(whereSeparator: \.isNewline).joined(separator: " "))
        return harmless.isEmpty ? nil : harmless
    }
}
