extension RegisteredApp {
    /// An app that is started by its desktop entry, with the name, icon and schemes that stand in it.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - desktopFile: The desktop-file id, such as `org.example.Rooms.desktop`.
    ///   - name: The name; else the entry's.
    ///   - environment: Says in which folders entries lie and which language is spoken.
    /// - Throws: ``AppGroupError/Code/notInstalled`` where there is no such entry, ``AppGroupError/Code/invalidValue`` where
    ///   this is no desktop-file id, or why the entry cannot be read.
    public init(
        id: AppID, desktopFile: String, name: AppName? = nil, environment: ProcessEnvironment = .current
    ) throws {
        try Launch.desktopFile(desktopFile).check()
        guard let entry = try DesktopEntryLocator(environment).entry(desktopFile) else {
            throw AppGroupError(
                .notInstalled,
                "There is no desktop entry \(PlainText.quoted(desktopFile)); it must lie in “applications” of XDG_DATA_HOME "
                    + "or of a folder of XDG_DATA_DIRS.")
        }
        self.init(
            id: id, name: try name ?? AppName(entry.name ?? desktopFile), icon: entry.icon.flatMap(Self.icon),
            schemes: entry.schemes.filter { !$0.isWellKnown }, launch: .desktopFile(desktopFile))
    }

    /// An absolute path is a file, a bare word a themed icon; a relative path is neither.
    private static func icon(_ value: String) -> IconSource? {
        Paths.isAbsolute(value) ? .file(value) : value.utf8.contains(UInt8(ascii: "/")) ? nil : .named(value)
    }
}
