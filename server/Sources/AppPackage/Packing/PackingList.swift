import SystemPackage

/// What goes into a package, in the order in which it goes there: a folder before what is in it, siblings by their bytes.
struct PackingList {
    struct Item {
        enum Content {
            case folder
            case file(path: String, isExecutable: Bool)
            case link(target: String)
        }

        /// The path in the package.
        let name: String
        let content: Content
    }

    private(set) var items: [Item] = []

    /// What Finder and other programs leave lying about and no app needs.
    private static let ignored: Set<String> = [".DS_Store", "__MACOSX"]

    /// Everything in a folder.
    ///
    /// - Parameters:
    ///   - path: The folder on the disk.
    ///   - name: What it is called in the package.
    /// - Throws: ``PackageError`` naming what cannot be read, or cannot be packed: a pipe, a socket, a device.
    init(folder path: String, as name: String) throws(PackageError) {
        var parents = ""
        for part in name.split(separator: "/").dropLast() {
            parents += parents.isEmpty ? part : "/\(part)"
            items.append(Item(name: parents, content: .folder))
        }
        try add(path, as: name, depth: 0)
    }

    private mutating func add(_ path: String, as name: String, depth: Int) throws(PackageError) {
        guard depth <= ArchiveLimits.standard.depth else {
            throw PackageError(.refused, "\(Quoted.path(path)) lies too deep in the app; put it nearer to the top.")
        }
        items.append(Item(name: name, content: .folder))
        for entry in try Self.reading(path, FileTree.entries) where !Self.ignored.contains(entry) {
            let (path, name) = ("\(path)/\(entry)", "\(name)/\(entry)")
            let status = try Self.reading(path, FileTree.status)
            switch status.kind {
            case .folder: try add(path, as: name, depth: depth + 1)
            case .file:
                items.append(Item(name: name, content: .file(path: path, isExecutable: status.isExecutable)))
            case .link:
                items.append(Item(name: name, content: .link(target: try Self.reading(path, FileTree.target))))
            case .other:
                throw PackageError(
                    .refused, "\(Quoted.path(path)) is neither file, folder nor link; take it out of the app.")
            }
        }
    }

    private static func reading<Value>(
        _ path: String, _ read: (String) throws(Errno) -> Value
    ) throws(PackageError) -> Value {
        do throws(Errno) { return try read(path) } catch { throw .reading(path, error) }
    }
}
