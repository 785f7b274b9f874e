import AppGroup

/// The desktop entry that `launcher integrate` writes for an app.
struct AppDesktopFile {
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
    /// The program that the app needs; `nil` if only the launcher can tell.
    let program: String?
    let handled: [Handled]

    /// The whole file, with its seal.
    var bytes: [UInt8] { Seal.sealed(entry + app.actions.flatMap(lines)) }

    private var entry: [String] {
        let icon = imagePath ?? app.icon?.themedName
        let name = app.name.description
        return [
            "[Desktop Entry]", "Type=Application", "Version=1.4", "Name=\(DesktopText.string(name))",
            icon.map { "Icon=\(DesktopText.string($0))" },
            program.map { "TryExec=\(DesktopText.string($0))" },
            "Exec=\(exec([app.id.description], takesURL: true))",
            "Terminal=\(app.launch.isInTerminal)", "Categories=Utility;",
            app.schemes.isEmpty ? nil : "Keywords=\(DesktopText.list(app.schemes.map(\.description)))",
            app.schemes.isEmpty ? nil : "MimeType=\(DesktopText.list(app.schemes.map(\.mimeType)))",
            "StartupWMClass=\(app.id)",
            app.actions.isEmpty ? nil : "Actions=\(DesktopText.list(app.actions.map(\.id.description)))",
            "\(Key.group)=\(group)", "\(Key.app)=\(app.id)", "\(Key.home)=\(DesktopText.string(home))",
            "\(Key.handled)=\(DesktopText.list(handled.map { "\($0.scheme)=\($0.earlier ?? "")" }))",
        ].compactMap(\.self)
    }

    private func lines(of action: AppAction) -> [String] {
        [
            "", "[Desktop Action \(action.id)]", "Name=\(DesktopText.string(action.name.description))",
            action.icon.map { "Icon=\(DesktopText.string($0.description))" },
            "Exec=\(exec(["\(app.id)#\(action.id)"]))",
        ].compactMap(\.self)
    }

    private func exec(_ words: [String], takesURL: Bool = false) -> String {
        DesktopText.exec(launcher + ["open", "--group", "\(group)"] + words, takesURL: takesURL)
    }

    /// The keys of an entry that only this project uses.
    enum Key {
        static let group = "X-AppGroup-Group"
        static let app = "X-AppGroup-App"
        static let home = "X-AppGroup-Home"
        static let handled = "X-AppGroup-Handles"
    }
}

extension URLScheme {
    /// The type by which desktops know who opens URLs of this scheme.
    var mimeType: String { "x-scheme-handler/\(self)" }
}

extension AppIcon {
    fileprivate var themedName: String? {
        guard case .named(let name) = self else { return nil }
        return name
    }
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
