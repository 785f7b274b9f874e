/// The names of launcher-search, the program that answers the searches of desktops, and the files by which desktops find it.
package enum SearchProvider {
    /// The name of the program's file.
    package static let program = "launcher-search"
    /// The name on the session bus, by which the bus starts the program.
    package static let busName = "local.app_group.Search"
    /// The object that answers.
    package static let objectPath = "/local/app_group/Search"
    /// The desktop entry that GNOME shows next to the results. Without one, GNOME ignores a search provider.
    static let desktopFileID = "\(busName).desktop"
    /// The file by which GNOME Shell finds the program, in a data folder of the system. `make install` writes it.
    static let gnomeFile = "gnome-shell/search-providers/\(busName).ini"

    /// The name that desktops show next to the results.
    private static let name = "App Groups"
    /// An icon that the themes of GNOME and Plasma have.
    private static let icon = "applications-utilities"

    /// The lines of the file by which the bus starts the program (D-Bus Specification, "Message Bus Starting Services").
    ///
    /// - Parameter exec: The command line, quoted as for a shell.
    static func service(exec: String) -> [String] {
        ["[D-BUS Service]", "Name=\(busName)", "Exec=\(DesktopText.string(exec))"]
    }

    /// The lines of the file by which KRunner finds the program (develop.kde.org, “Writing a KRunner plugin”).
    static let runner = [
        "[Desktop Entry]", "Type=Service", "X-KDE-ServiceTypes=Plasma/Runner", "Name=\(name)",
        "Comment=Apps that need you, actions of apps, and apps to install", "Icon=\(icon)",
        "X-KDE-PluginInfo-Name=\(program)", "X-KDE-PluginInfo-License=MIT", "X-KDE-PluginInfo-EnabledByDefault=true",
        "X-Plasma-API=DBus", "X-Plasma-DBusRunner-Service=\(busName)", "X-Plasma-DBusRunner-Path=\(objectPath)",
        "X-Plasma-Request-Actions-Once=true", "X-Plasma-Runner-Min-Letter-Count=1",
    ]

    /// The lines of the desktop entry.
    ///
    /// - Parameters:
    ///   - words: The command line that the entry starts.
    ///   - program: The program without which there is nothing to start.
    ///   - isInTerminal: Whether it needs a terminal.
    static func entry(starting words: [String], of program: String, inTerminal isInTerminal: Bool) -> [String] {
        [
            "[Desktop Entry]", "Type=Application", "Version=1.4", "Name=\(name)",
            "Comment=Shows the apps of your groups", "Icon=\(icon)", "TryExec=\(DesktopText.string(program))",
            "Exec=\(DesktopText.exec(words))", "Terminal=\(isInTerminal)", "Categories=Utility;",
        ]
    }
}
