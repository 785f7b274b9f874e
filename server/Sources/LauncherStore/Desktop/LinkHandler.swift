import AppGroup
import AppGroupDesktop
import AppGroupPlatform

/// Makes this program open the links on a server's pages, on a Linux desktop.
///
/// It writes a desktop entry that claims the scheme, and tells the desktop. If that does not work, users still have the command that
/// the page shows.
struct LinkHandler {
    let folders: ClientFolders
    let environment: ProcessEnvironment

    private static let name = "launcher-store.desktop"
    private static let seal = Seal(of: "launcher-store")

    /// Whether there is a desktop that could open links.
    var isDesktop: Bool {
        ["XDG_CURRENT_DESKTOP", "WAYLAND_DISPLAY", "DISPLAY"].contains { environment[$0] != nil }
    }

    /// Registers the handler if there is a desktop, unless the user has an entry of its name.
    ///
    /// - Throws: Why it cannot be registered.
    func register() throws {
        #if os(Linux)
        guard isDesktop, let configHome = environment.configHome, let program = ThisProcess.executable,
            DesktopText.isWritable(program)
        else { return }
        let path = "\(folders.applications)/\(Self.name)"
        guard !Files.exists(path, followingLinks: false) || isOurs(path) else { return }
        try PrivateFile.replace(path, with: entry(program), permissions: 0o644)
        _ = TypeCache(of: folders.applications, environment: environment).update()
        try DefaultApplications(in: configHome, environment: environment).set(Self.name, for: [ServerLink.scheme])
        #endif
    }

    /// Whether this program wrote an entry, for whatever path it had then. An entry that its user has changed stays, and so does a
    /// link to one.
    private func isOurs(_ path: String) -> Bool {
        guard (try? Files.status(path, followingLinks: false).kind) == .file,
            let bytes = try? Files.contents(of: path, limit: DesktopEntry.maximumSize)
        else { return false }
        return Self.seal.isIntact(bytes) || isUnsealed(bytes)
    }

    /// Whether it is the entry of a version that wrote no seal, and quoted every path. 0.1.0 did not try the program.
    private func isUnsealed(_ bytes: [UInt8]) -> Bool {
        let (start, end, trial) = (#"Exec=""#, #"/launcher-store" open-link %u"#, "TryExec=")
        let all = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let found = all.filter { !$0.hasPrefix(trial) }
        guard all.count - found.count <= 1 else { return false }
        return found.elementsEqual(lines("").filter { !$0.hasPrefix(trial) }) { line, ours in
            guard ours.hasPrefix("Exec=") else { return line == ours }
            // Another word in quotes would be a program of the user's around this one.
            return line.hasPrefix(start) && line.hasSuffix(end)
                && !line.dropFirst(start.count).dropLast(end.count).contains("\"")
        }
    }

    /// The desktop entry.
    func entry(_ program: String) -> [UInt8] { Self.seal.sealed(lines(program)) }

    /// It opens a terminal, since the command asks the person there. Desktops ignore it once the program is gone.
    private func lines(_ program: String) -> [String] {
        [
            "[Desktop Entry]", "Type=Application", "Name=Install apps",
            "Comment=Installs the app that a page of your server names, after asking you",
            "TryExec=\(DesktopText.string(program))",
            "Exec=\(DesktopText.exec([program, "open-link"], takesURL: true))",
            "Terminal=true", "NoDisplay=true", "MimeType=\(DesktopText.list([ServerLink.scheme.mimeType]))",
        ]
    }
}
