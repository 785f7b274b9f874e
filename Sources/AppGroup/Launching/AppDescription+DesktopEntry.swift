public import AppGroupPlatform

extension AppDescription {
    /// An app that is started by its desktop entry, with the name, icon and schemes of the entry.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - desktopFile: The desktop-file id, such as `org.example.Rooms.desktop`.
    ///   - name: The name; `nil` for the entry's.
    ///   - environment: Says in which folders entries lie, and the user's language.
    /// - Throws: ``AppGroupError/Code/notInstalled`` if there is no such entry, ``AppGroupError/Code/invalidValue`` if
    ///   this is not a desktop-file id, or why the entry cannot be read.
    public init(
        id: AppID, desktopFile: String, name: AppName? = nil, environment: ProcessEnvironment = .current
    ) throws(AppGroupError) {
        try AppLaunch.desktopFile(desktopFile).check()
        guard let entry = try DesktopEntryLocator(environment).entry(desktopFile) else {
            throw AppGroupError(
                .notInstalled,
                "There is no desktop entry \(PlainText.quoted(desktopFile)); it must be in “applications” of XDG_DATA_HOME "
                    + "or of a folder of XDG_DATA_DIRS.")
        }
        let name = if let name { name } else { try AppName(entry.name ?? desktopFile) }
        self.init(
            id: id, name: name, icon: entry.icon.flatMap(Self.icon),
            schemes: entry.schemes.filter { !$0.isWellKnown }, launch: .desktopFile(desktopFile))
    }

    /// An absolute path is a file, a bare word a themed icon; a relative path is neither.
    private static func icon(_ value: String) -> IconSource? {
        Paths.isAbsolute(value) ? .file(value) : value.utf8.contains(UInt8(ascii: "/")) ? nil : .named(value)
    }
}
