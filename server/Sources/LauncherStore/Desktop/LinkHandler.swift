import AppGroup
import AppGroupTerminal
import SystemPackage

/// Makes this program the one that opens the links of a store's pages on a Linux desktop.
///
/// By a desktop entry (Desktop Entry Specification 1.5) that claims the scheme, and by telling the desktop so. Best effort:
/// whoever has no desktop, or another one, still has the command that the page shows.
struct LinkHandler {
    let folders: StoreFolders
    let environment: ProcessEnvironment

    private static let name = "launcher-store.desktop"

    /// Whether there is a desktop whose links could be opened.
    var isDesktop: Bool {
        ["XDG_CURRENT_DESKTOP", "WAYLAND_DISPLAY", "DISPLAY"].contains { environment[$0] != nil }
    }

    /// Registers the handler where there is a desktop. What does not work is left alone.
    func register() {
        #if os(Linux)
        guard isDesktop, let program = Folders.program, !program.utf8.contains(where: { $0 < 0x20 }) else { return }
        let path = "\(folders.applications)/\(Self.name)"
        guard (try? PrivateFile.replace(path, with: Array(entry(program).utf8), permissions: 0o644)) != nil else {
            return
        }
        let type = "x-scheme-handler/\(StoreLink.scheme)"
        for command in [
            ["xdg-mime", "default", Self.name, type], ["update-desktop-database", folders.applications],
        ] {
            _ = try? HelperProgram(arguments: command, showsErrors: false, patience: 10).run()
        }
        #endif
    }

    /// The desktop entry. It opens a terminal, since that is where the person is asked.
    func entry(_ program: String) -> String {
        """
        [Desktop Entry]
        Type=Application
        Name=Install apps
        Comment=Installs what a page of your store names, once you have said yes
        Exec=\(Self.quoted(program)) open-link %u
        Terminal=true
        NoDisplay=true
        MimeType=x-scheme-handler/\(StoreLink.scheme);

        """
    }

    /// A path as a field of `Exec`: in quotation marks with a backslash before what is special there, those backslashes
    /// doubled once more as in every value, and `%` doubled.
    static func quoted(_ path: String) -> String {
        let inner = path.flatMap { character -> [Character] in
            switch character {
            case "\"", "`", "$": ["\\", "\\", character]
            case "\\": ["\\", "\\", "\\", "\\"]
            case "%": ["%", "%"]
            default: [character]
            }
        }
        return "\"\(String(inner))\""
    }
}
