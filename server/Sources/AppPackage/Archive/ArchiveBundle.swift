/// The one app in an archive.
struct ArchiveBundle: Sendable {
    /// The name of its folder, such as `Rooms.app`.
    let name: String

    /// What the paths of its entries begin with, such as `Payload/Rooms.app/`.
    var root: String { "\(Self.folder)/\(name)/" }

    /// The folder in which the app lies.
    static let folder = "Payload"

    static func isApp(_ folder: some StringProtocol) -> Bool { folder.hasSuffix(".app") && folder.utf8.count > 4 }

    /// Finds exactly one `Payload/Name.app/Info.plist`; apps further below belong to it.
    init(of entries: [ArchiveEntry]) throws(PackageError) {
        var apps: [Substring] = []
        var root = ""
        for entry in entries where !entry.isIgnored {
            // Mostly the next one lies in the same app.
            if !root.isEmpty, entry.name.beginsWithBytes(of: root.utf8) { continue }
            let parts = entry.parts
            guard parts.first == Self.folder[...] else { continue }
            if parts.count > 2 || (parts.count == 2 && entry.kind == .directory), Self.isApp(parts[1]),
                apps.last != parts[1], !apps.contains(parts[1])
            {
                apps.append(parts[1])
                root = "\(Self.folder)/\(parts[1])/"
                guard apps.count < 2 else { break }
            }
        }
        guard let app = apps.first else { throw Self.missing(in: entries) }
        guard apps.count == 1 else {
            let names = apps.map { Quoted.text($0) }.joined(separator: " and ")
            throw ArchiveFault.archive("has several apps in \(Self.folder), such as \(names), where one is needed")
        }
        let path = "\(Self.folder)/\(app)/\(MisplacedList.name)"
        let folderPath = path + "/"
        guard let list = entries.first(where: { $0.name == path || $0.name == folderPath }) else {
            let paths = entries.lazy.filter { !$0.isIgnored && $0.name.beginsWithBytes(of: root.utf8) }.map {
                String($0.name.dropFirst(root.count))
            }
            let place = Quoted.text("\(Self.folder)/\(app)")
            throw ArchiveFault.archive("has no \(MisplacedList.name) in \(place)\(MisplacedList.words(in: paths))")
        }
        guard case .file = list.kind else {
            throw ArchiveFault.entry(path, "must be a file")
        }
        name = String(app)
    }

    /// What was found where the app should be.
    private static func missing(in entries: [ArchiveEntry]) -> PackageError {
        for entry in entries where !entry.isIgnored {
            let parts = entry.parts
            if let place = parts.firstIndex(of: folder[...]), place > 0,
                parts.dropFirst(place + 1).first.map(isApp) ?? false
            {
                let above = Quoted.text(parts[..<place].joined(separator: "/"))
                return ArchiveFault.archive("has the folder \(above) above \(folder), which must be at the top")
            }
            if let first = parts.first, first != folder, first.lowercased() == folder.lowercased() {
                return ArchiveFault.archive("has a folder \(Quoted.text(first)), which must be spelled \(folder)")
            }
            if let first = parts.first, isApp(first) {
                return ArchiveFault.archive("has \(Quoted.text(first)) at the top, which must be in \(folder)")
            }
        }
        return entries.contains { !$0.isIgnored && $0.name.hasPrefix("\(folder)/") }
            ? ArchiveFault.archive("has no app in \(folder), which is a folder whose name ends in .app")
            : ArchiveFault.archive("has no folder \(folder) with an app in it")
    }
}
