import AppGroup
import AppGroupPlatform

/// A bundle that is packed in an archive.
struct ArchivedBundle: BundleSource {
    let folderName: String
    private let root: String
    /// The positions of the bundle's entries among those of the archive.
    private let places: [Int]
    /// The targets of links, by the links' paths in the bundle.
    private let links: [String: String]
    private let archive: Archive

    init(in archive: Archive) throws(PackageError) {
        let bundle = try ArchiveBundle(of: archive.entries)
        self.archive = archive
        folderName = bundle.name
        let root = bundle.root
        self.root = root
        var places: [Int] = []
        places.reserveCapacity(archive.entries.count)
        var links: [String: String] = [:]
        for entry in archive.entries
        where !entry.isIgnored && entry.name.utf8.count > root.utf8.count && entry.name.beginsWithBytes(of: root.utf8) {
            places.append(entry.index)
            if case .link(let target) = entry.kind { links[Self.path(of: entry, in: root)] = target }
        }
        (self.places, self.links) = (places, links)
    }

    /// The entries of the bundle to unpack, in the archive's order.
    var entries: some Sequence<ArchiveEntry> { places.lazy.map { [archive] in archive.entries[$0] } }

    /// The positions of the files to unpack, which are checked while they are written.
    var filePositions: Set<Int> {
        Set(places.filter { if case .file = archive.entries[$0].kind { true } else { false } })
    }

    /// The path in the bundle, without a slash at the end.
    func path(of entry: ArchiveEntry) -> String { Self.path(of: entry, in: root) }

    private static func path(of entry: ArchiveEntry, in root: String) -> String {
        let path = entry.name.utf8.dropFirst(root.utf8.count)
        return String(Substring(path.last == UInt8(ascii: "/") ? path.dropLast() : path))
    }

    func files() -> [String: UInt64] {
        var files: [String: UInt64] = [:]
        for entry in entries where !entry.name.utf8.dropFirst(root.utf8.count).contains(UInt8(ascii: "/")) {
            if case .file = entry.kind { files[path(of: entry)] = UInt64(entry.size) }
        }
        return files
    }

    func contents(of name: String, limit: Int) throws(PackageError) -> [UInt8]? {
        guard let entry = file(at: name) else { return nil }
        return try archive.read(entry, limit: limit)
    }

    func beginning(of name: String, count: Int) throws(PackageError) -> [UInt8]? {
        guard let entry = file(at: name) else { return nil }
        return try archive.beginning(of: entry, count: count)
    }

    /// The file that a path leads to, through the links on its way. They have been checked to stay inside and to end.
    func file(at path: String) -> ArchiveEntry? {
        guard let place = destination(of: path) else { return nil }
        let name = root + place
        return entries.first { entry in
            guard case .file = entry.kind else { return false }
            return entry.name.hasSameBytes(as: name.utf8)
        }
    }

    /// Resolves the links in a path; `nil` if they have no end.
    private func destination(of path: String) -> String? {
        var rest = Paths.components(of: path).reversed().map(String.init)
        var place: [String] = []
        for _ in 0..<ArchiveLimits.standard.pathLength {
            guard let name = rest.popLast() else { return place.joined(separator: "/") }
            if name == ".." {
                _ = place.popLast()
            } else if let target = links[(place + [name]).joined(separator: "/")] {
                rest += Paths.components(of: target).reversed().map(String.init)
            } else if name != "." {
                place.append(name)
            }
        }
        return nil
    }
}

/// The one app in an archive.
struct ArchiveBundle: Sendable {
    /// The name of its folder, such as `Rooms.app`.
    let name: String

    /// The beginning of its entries' paths, such as `Payload/Rooms.app/`.
    var root: String { "\(PayloadFolder.name)/\(name)/" }

    /// Finds exactly one `Payload/Name.app/Info.plist`. Nested apps belong to it.
    init(of entries: [ArchiveEntry]) throws(PackageError) {
        var apps: [Substring] = []
        var root = ""
        for entry in entries where !entry.isIgnored {
            // Usually the next entry is in the same app.
            if !root.isEmpty, entry.name.beginsWithBytes(of: root.utf8) { continue }
            let parts = entry.parts
            guard parts.first == PayloadFolder.name[...] else { continue }
            if parts.count > 2 || (parts.count == 2 && entry.kind == .directory), PayloadFolder.isApp(parts[1]),
                apps.last != parts[1], !apps.contains(parts[1])
            {
                apps.append(parts[1])
                root = "\(PayloadFolder.name)/\(parts[1])/"
                guard apps.count < 2 else { break }
            }
        }
        guard let app = apps.first else { throw Self.missing(in: entries) }
        guard apps.count == 1 else {
            let names = apps.map { PlainText.quoted(path: $0) }.joined(separator: " and ")
            throw ArchiveFault.archive(
                "has several apps in \(PayloadFolder.name), such as \(names), where one is needed")
        }
        let path = "\(PayloadFolder.name)/\(app)/\(MisplacedList.name)"
        let folderPath = path + "/"
        guard let list = entries.first(where: { $0.name == path || $0.name == folderPath }) else {
            let paths = entries.lazy.filter { !$0.isIgnored && $0.name.beginsWithBytes(of: root.utf8) }.map {
                String($0.name.dropFirst(root.count))
            }
            let place = PlainText.quoted(path: "\(PayloadFolder.name)/\(app)")
            throw ArchiveFault.archive("has no \(MisplacedList.name) in \(place)\(MisplacedList.words(in: paths))")
        }
        guard case .file = list.kind else {
            throw ArchiveFault.entry(path, "must be a file")
        }
        name = String(app)
    }

    /// The refusal of an archive without an app, with advice if one is misplaced.
    private static func missing(in entries: [ArchiveEntry]) -> PackageError {
        for entry in entries where !entry.isIgnored {
            let parts = entry.parts
            if let place = parts.firstIndex(of: PayloadFolder.name[...]), place > 0,
                parts.dropFirst(place + 1).first.map(PayloadFolder.isApp) ?? false
            {
                let above = PlainText.quoted(path: parts[..<place].joined(separator: "/"))
                return ArchiveFault.archive(
                    "has the folder \(above) above \(PayloadFolder.name), which must be at the top")
            }
            if let first = parts.first, first != PayloadFolder.name,
                first.lowercased() == PayloadFolder.name.lowercased()
            {
                return ArchiveFault.archive(
                    "has a folder \(PlainText.quoted(first)), which must be spelled \(PayloadFolder.name)")
            }
            if let first = parts.first, PayloadFolder.isApp(first) {
                return ArchiveFault.archive(
                    "has \(PlainText.quoted(path: first)) at the top, which must be in \(PayloadFolder.name)")
            }
        }
        return entries.contains { !$0.isIgnored && $0.name.hasPrefix("\(PayloadFolder.name)/") }
            ? ArchiveFault.archive("has no app in \(PayloadFolder.name), which is a folder whose name ends in .app")
            : ArchiveFault.archive("has no folder \(PayloadFolder.name) with an app in it")
    }
}
