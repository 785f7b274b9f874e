import AppGroup
import AppGroupPlatform

/// A desktop entry on the disk that `launcher integrate` wrote.
struct ExistingDesktopFile {
    let path: String
    let bytes: [UInt8]
    let group: GroupID
    let app: AppID
    let home: String
    let handled: [AppDesktopFile.Handled]
    /// The handled schemes that an earlier run was cut off before it set.
    let pending: [URLScheme]
    /// The types that it opens.
    let types: [String]
    /// Whether it is unchanged since.
    let isIntact: Bool

    var desktopFileID: String { Paths.lastComponent(of: path) }

    /// `nil` for a file of another program, a link, or an unreadable file.
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
        home = String(Paths.withoutTrailingSlashes(KeyFile.string(values[AppDesktopFile.Key.home] ?? "")))
        handled = KeyFile.list(values[AppDesktopFile.Key.handled] ?? "").compactMap { item in
            guard let sign = item.utf8.firstIndex(of: UInt8(ascii: "=")), let scheme = try? URLScheme(item[..<sign])
            else { return nil }
            let earlier = String(item[item.utf8.index(after: sign)...])
            return AppDesktopFile.Handled(scheme: scheme, earlier: earlier.isEmpty ? nil : earlier)
        }
        pending = KeyFile.list(values[AppDesktopFile.Key.pending] ?? "").compactMap { try? URLScheme($0) }
        types = KeyFile.list(values["MimeType"] ?? "")
        isIntact = Seal.integrate.isIntact(bytes)
    }

    /// All of them in a folder, by name.
    static func all(in folder: String) -> [ExistingDesktopFile] {
        let names = (try? Files.entries(of: folder)) ?? []
        return names.sorted().filter { $0.hasSuffix(".desktop") }.compactMap { ExistingDesktopFile("\(folder)/\($0)") }
    }
}
