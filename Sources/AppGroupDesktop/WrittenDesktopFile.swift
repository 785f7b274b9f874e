/// A desktop entry of the user's that `launcher integrate` wrote, as it lies on the disk.
struct WrittenDesktopFile {
    let path: String
    let bytes: [UInt8]
    let group: GroupID
    let app: AppID
    let home: String
    let handled: [AppDesktopFile.Handled]
    /// Whether nobody has changed it since.
    let isIntact: Bool

    var desktopFileID: String { Paths.lastComponent(of: path) }

    /// `nil` for a file that is none of ours: of another program, a link, unreadable.
    init?(_ path: String) {
        guard (try? Files.status(path, followingLinks: false).kind) == .file,
            let bytes = try? Files.contents(of: path, limit: DesktopEntry.maximumSize),
            let values = (try? KeyFile(bytes, keeping: ["Desktop Entry"]))?["Desktop Entry"],
            let group = values[AppDesktopFile.Key.group].flatMap({ try? GroupID($0) }),
            let app = values[AppDesktopFile.Key.app].flatMap({ try? AppID($0) })
        else { return nil }
        self.path = path
        self.bytes = bytes
        self.group = group
        self.app = app
        home = KeyFile.string(values[AppDesktopFile.Key.home] ?? "")
        handled = KeyFile.list(values[AppDesktopFile.Key.handled] ?? "").compactMap { item in
            guard let sign = item.firstIndex(of: "="), let scheme = try? URLScheme(item[..<sign]) else { return nil }
            let earlier = String(item[item.index(after: sign)...])
            return AppDesktopFile.Handled(scheme: scheme, earlier: earlier.isEmpty ? nil : earlier)
        }
        isIntact = Seal.isIntact(bytes)
    }

    /// Every one of a folder, by name.
    static func all(in folder: String) -> [WrittenDesktopFile] {
        let names = (try? Files.entries(of: folder)) ?? []
        return names.sorted().filter { $0.hasSuffix(".desktop") }.compactMap { WrittenDesktopFile("\(folder)/\($0)") }
    }
}
