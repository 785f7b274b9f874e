extension AppRecord {
    /// The id of the desktop entry by which docks and menus know the app: its own, where it is launched by one, else that of
    /// the entry which `launcher integrate` writes for it, such as `com.example.disk_space.desktop`.
    ///
    /// With an underscore for each hyphen, which no app's id has: in a desktop-file id a hyphen may stand for a sub-folder.
    public var desktopFileID: String {
        if case .desktopFile(let id) = launch { return id }
        return String(id.description.map { $0 == "-" ? "_" : $0 }) + ".desktop"
    }
}
