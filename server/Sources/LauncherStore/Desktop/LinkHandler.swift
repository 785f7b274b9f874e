import AppGroup
import AppGroupPlatform
import AppGroupText

/// Makes this program open the links on a server's pages, on a Linux desktop.
///
/// It writes a desktop entry (Desktop Entry Specification 1.5) that claims the scheme, and tells the desktop. If that does not
/// work, users still have the command that the page shows.
struct LinkHandler {
    let folders: ClientFolders
    let environment: ProcessEnvironment

    private static let name = "launcher-store.desktop"

    /// Whether there is a desktop that could open links.
    var isDesktop: Bool {
        ["XDG_CURRENT_DESKTOP", "WAYLAND_DISPLAY", "DISPLAY"].contains { environment[$0] != nil }
    }

    /// Registers the handler if there is a desktop. Failures are ignored.
    func register() {
        #if os(Linux)
        guard isDesktop, let program = ThisProcess.executable, !program.utf8.contains(where: { $0 < 0x20 }) else {
            return
        }
        let path = "\(folders.applications)/\(Self.name)"
        guard !Files.exists(path, followingLinks: false) || isOurs(path) else { return }
        guard (try? PrivateFile.replace(path, with: Array(entry(program).utf8), permissions: 0o644)) != nil else {
            return
        }
        let type = "x-scheme-handler/\(ServerLink.scheme)"
        for command in [
            ["xdg-mime", "default", Self.name, type], ["update-desktop-database", folders.applications],
        ] {
            _ = try? HelperProgram(arguments: command, showsErrors: false, patience: 10).run()
        }
        #endif
    }

    /// Whether this program wrote an entry, for whatever path it had then. An entry that its user has changed stays, and so does a
    /// link to one.
    private func isOurs(_ path: String) -> Bool {
        guard let lines = PrivateFile.ownLines(of: path) else { return false }
        let (start, end, trial) = (#"Exec=""#, #"/launcher-store" open-link %u"#, "TryExec=")
        let ours = entry("/launcher-store").split(separator: "\n").filter { !$0.hasPrefix(trial) }
        // The entries of 0.1.0 do not try the program.
        return lines.filter { !$0.hasPrefix(trial) }.elementsEqual(ours) { line, ours in
            ours.hasPrefix(start) ? line.hasPrefix(start) && line.hasSuffix(end) : line == ours
        }
    }

    /// The desktop entry. It opens a terminal, since the command asks the person there. Desktops ignore it once the program is gone.
    func entry(_ program: String) -> String {
        """
        [Desktop Entry]
        Type=Application
        Name=Install apps
        Comment=Installs the app that a page of your server names, after asking you
        TryExec=\(program.escaping(["\\": #"\\"#]))
        Exec=\(Self.quoted(program)) open-link %u
        Terminal=true
        NoDisplay=true
        MimeType=x-scheme-handler/\(ServerLink.scheme);

        """
    }

    /// A path as a field of `Exec`: in quotation marks, with a backslash before special characters; these backslashes are doubled,
    /// as in every value, and so is `%`.
    static func quoted(_ path: String) -> String {
        let inner = path.escaping(["\"": #"\\""#, "`": #"\\`"#, "$": #"\\$"#, "\\": #"\\\\"#, "%": "%%"])
        return "\"\(inner)\""
    }
}
