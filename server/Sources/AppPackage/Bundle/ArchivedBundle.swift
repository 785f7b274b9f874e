/// A bundle that lies packed in an archive.
struct ArchivedBundle: BundleSource {
    let folderName: String
    private let root: String
    /// Where the entries of the bundle are among those of the archive.
    private let places: [Int]
    /// Where links lead, by their paths in the bundle.
    private let links: [String: String]
    private let archive: Archive

    init(in archive: Archive) throws(PackageError) {
        let bundle = try archive.bundle()
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

    /// Everything in the bundle that is unpacked, in the archive's order.
    var entries: some Sequence<ArchiveEntry> { places.lazy.map { [archive] in archive.entries[$0] } }

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

    /// The file that a path leads to through the links on its way. Each of them was found to stay inside, and to end.
    func file(at path: String) -> ArchiveEntry? {
        guard let place = destination(of: path) else { return nil }
        let name = root + place
        return entries.first { entry in
            guard case .file = entry.kind else { return false }
            return entry.name.hasSameBytes(as: name.utf8)
        }
    }

    /// The path without links that a path with links amounts to; `nil` for one that has no end.
    private func destination(of path: String) -> String? {
        var rest = path.split(separator: "/").reversed().map(String.init)
        var place: [String] = []
        for _ in 0..<ArchiveLimits.standard.pathLength {
            guard let name = rest.popLast() else { return place.joined(separator: "/") }
            if name == ".." {
                _ = place.popLast()
            } else if let target = links[(place + [name]).joined(separator: "/")] {
                rest += target.split(separator: "/").reversed().map(String.init)
            } else if name != "." {
                place.append(name)
            }
        }
        return nil
    }
}
