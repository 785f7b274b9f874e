import AppGroupPlatform

/// The icon theme that the user chose on their desktop, as the files of the desktops say.
struct IconThemeChoice {
    /// The names of themes to search, the most important first.
    let names: [String]

    /// Without any choice, the themes that GNOME and Plasma come with are searched.
    private static let usual = ["Adwaita", "breeze"]

    /// The own setting `APP_GROUP_ICON_THEME` wins, then the settings of the running desktop, then those of others.
    init(_ environment: ProcessEnvironment) {
        if let own = environment["APP_GROUP_ICON_THEME"], !own.isEmpty {
            names = [own]
            return
        }
        let (gnome, gtk, plasma) = (Self.gnome(environment), Self.gtk(environment), Self.plasma(environment))
        let order: [Setting?] =
            environment.currentDesktops.contains("KDE")
            ? [plasma, gtk, gnome]
            : environment.currentDesktops.contains("GNOME") ? [gnome, gtk, plasma] : [gtk, gnome, plasma]
        let settings = order.compactMap(\.self)
        guard let name = settings.lazy.compactMap(\.theme).first else {
            names = Self.usual
            return
        }
        // A theme for dark backgrounds has the same name with a suffix, and contains all or few of the icons.
        let isDark = settings.lazy.compactMap(\.isDark).first ?? false
        names = (isDark ? ["\(name)-dark", "\(name)-Dark"] : []) + [name]
    }

    private struct Setting {
        var theme: String?
        var isDark: Bool?
    }

    private static func gtk(_ environment: ProcessEnvironment) -> Setting? {
        let files = environment.configFolders.flatMap { folder in
            [4, 3].map { "\(folder)/gtk-\($0).0/settings.ini" }
        }
        let settings = files.lazy.compactMap { keyFile($0) }
        guard let found = settings.first(where: { $0["Settings", "gtk-icon-theme-name"] != nil }) else { return nil }
        return Setting(
            theme: found["Settings", "gtk-icon-theme-name"],
            isDark: found["Settings", "gtk-application-prefer-dark-theme"].map { ["1", "true"].contains($0) })
    }

    private static func plasma(_ environment: ProcessEnvironment) -> Setting? {
        // Plasma's theme is already the one for the background.
        let files = environment.configFolders.lazy.compactMap { keyFile("\($0)/kdeglobals") }
        return files.compactMap { $0["Icons", "Theme"] }.first.map { Setting(theme: $0, isDark: false) }
    }

    private static func gnome(_ environment: ProcessEnvironment) -> Setting? {
        guard let config = environment.configHome,
            let bytes = try? Files.contents(of: "\(config)/dconf/user", limit: 1 << 24)
        else { return nil }
        let values = DconfDatabase(bytes).texts(in: "/org/gnome/desktop/interface/")
        return Setting(theme: values["icon-theme"], isDark: values["color-scheme"].map { $0 == "prefer-dark" })
    }

    private static func keyFile(_ path: String) -> LenientKeyFile? {
        (try? Files.contents(of: path, limit: 1 << 20)).map { LenientKeyFile($0) }
    }
}
