import AppGroup
import AppGroupPlatform

/// The tree of files and folders that an archive's paths make up, including folders that are only part of a path. It cannot
/// contain two that any file system takes for the same.
struct ArchiveTree {
    struct Node {
        /// A part of an entry's path; it shares its memory.
        let name: Substring
        let parent: Int
        let type: EntryType
        /// The index of the entry; `nil` for a folder that is only part of a path.
        var entry: Int?
        /// Whether it, or anything in it, is not ignored, so that it exists after unpacking.
        var isUnpacked = false
    }

    private struct Place: Hashable {
        let folder: Int
        /// `==` and the hash treat letters as the same however their accents are composed (Unicode Standard Annex 15).
        let name: String
    }

    /// The first is the archive's own root.
    private(set) var nodes = [Node(name: "", parent: 0, type: .directory, entry: nil)]
    private var places: [Place: Int] = [:]
    /// The folders that contain entries, by their paths.
    private var folders: [Substring: Int] = ["": 0]
    private var lastFolder: (path: Substring, node: Int) = ("", 0)
    private let mostNodes: Int

    /// - Parameter entries: How many entries to reserve memory for.
    init(_ limits: ArchiveLimits, entries: Int) {
        mostNodes = limits.entries
        nodes.reserveCapacity(1 + entries)
        places.reserveCapacity(entries)
    }

    /// Adds an entry, with its position in the directory.
    mutating func insert(_ header: CentralHeader, _ type: EntryType, entry: Int) throws(PackageError) {
        let path = header.name
        let whole = path.utf8.last == UInt8(ascii: "/") ? path.dropLast() : path[...]
        let slash = whole.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = try folder(slash.map { whole[..<$0] } ?? "", of: path)
        let name = slash.map { whole[whole.utf8.index(after: $0)...] } ?? whole
        let place = Self.place(of: name, in: folder)
        // Found and inserted in one step, since each would cost as much.
        guard let known = places.updateValue(nodes.count, forKey: place) else {
            try add(name, type, entry, in: folder)
            if !header.isIgnored { unpack(nodes.count - 1) }
            return
        }
        places[place] = known
        try requireSameSpelling(of: known, name, path)
        guard nodes[known].entry == nil else { throw ArchiveFault.entry(path, "is there twice") }
        guard type == .directory else {
            throw ArchiveFault.entry(path, "is not a folder, but other entries lie below it")
        }
        nodes[known].entry = entry
        if !header.isIgnored { unpack(known) }
    }

    /// The child of a folder with exactly this name after unpacking.
    func child(_ name: Substring, of folder: Int) -> Int? {
        places[Self.place(of: name, in: folder)].flatMap {
            nodes[$0].isUnpacked && nodes[$0].name.hasSameBytes(as: name.utf8) ? $0 : nil
        }
    }

    /// The folder of the app that contains a node, `Payload/Name.app`, or else the archive's root.
    func home(of node: Int) -> Int {
        var path = [node]
        while let last = path.last, last != 0 { path.append(nodes[last].parent) }
        let (payload, app) = (path.dropLast().last, path.dropLast(2).last)
        guard let payload, let app, app != node, nodes[payload].name == PayloadFolder.name,
            PayloadFolder.isApp(nodes[app].name)
        else { return 0 }
        return app
    }

    /// Notes that a node and the folders above it are unpacked.
    private mutating func unpack(_ node: Int) {
        var node = node
        while node != 0, !nodes[node].isUnpacked {
            nodes[node].isUnpacked = true
            node = nodes[node].parent
        }
    }

    private mutating func folder(_ path: Substring, of entry: String) throws(PackageError) -> Int {
        // Entries usually come folder by folder.
        if path.hasSameBytes(as: lastFolder.path.utf8) { return lastFolder.node }
        if let known = folders.index(forKey: path), folders[known].key.hasSameBytes(as: path.utf8) {
            lastFolder = (path, folders[known].value)
            return lastFolder.node
        }
        var folder = 0
        for name in Paths.components(of: path) {
            let place = Self.place(of: name, in: folder)
            if let known = places[place] {
                guard nodes[known].type == .directory else {
                    throw ArchiveFault.entry(
                        entry, "lies below \(PlainText.quoted(path: nodes[known].name)), which is not a folder")
                }
                try requireSameSpelling(of: known, name, entry)
                folder = known
            } else {
                places[place] = nodes.count
                try add(name, .directory, nil, in: folder)
                folder = nodes.count - 1
            }
        }
        folders[path] = folder
        lastFolder = (path, folder)
        return folder
    }

    private mutating func add(
        _ name: Substring, _ type: EntryType, _ entry: Int?, in folder: Int
    ) throws(PackageError) {
        guard nodes.count <= mostNodes else {
            throw ArchiveFault.archive("has more than \(mostNodes) files and folders")
        }
        nodes.append(Node(name: name, parent: folder, type: type, entry: entry))
    }

    private func requireSameSpelling(of node: Int, _ name: Substring, _ path: String) throws(PackageError) {
        guard !nodes[node].name.hasSameBytes(as: name.utf8) else { return }
        let other = PlainText.quoted(path: nodes[node].name)
        throw ArchiveFault.entry(path, "has the same name as \(other) but for case or the way accents are written")
    }

    /// The common form of all names that a case-insensitive file system takes for the same.
    private static func place(of name: Substring, in folder: Int) -> Place {
        let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
        return Place(folder: folder, name: isASCII ? name.uppercased() : name.lowercased().uppercased())
    }
}

/// The folder of a package that contains its app.
enum PayloadFolder {
    static let name = "Payload"

    /// Whether a folder with this name is an app.
    static func isApp(_ folder: some StringProtocol) -> Bool { folder.hasSuffix(".app") && folder.utf8.count > 4 }
}
