import AppGroup
import AppGroupPlatform

/// The contents of a package in their order: a folder before its contents, and siblings sorted by their bytes.
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

    /// Everything in a folder.
    ///
    /// - Parameters:
    ///   - path: The folder on the disk.
    ///   - name: Its name in the package.
    /// - Throws: ``PackageError`` naming a file that cannot be read, or that is a pipe, a socket or a device.
    init(folder path: String, as name: String) throws(PackageError) {
        var parents = ""
        for part in Paths.components(of: name).dropLast() {
            parents += parents.isEmpty ? part : "/\(part)"
            items.append(Item(name: parents, content: .folder))
        }
        try add(path, as: name, depth: 0)
    }

    private mutating func add(_ path: String, as name: String, depth: Int) throws(PackageError) {
        guard depth <= ArchiveLimits.standard.depth else {
            throw PackageError(.refused, "\(PlainText.quoted(path: path)) is nested too deeply in the app; move it up.")
        }
        items.append(Item(name: name, content: .folder))
        for entry in try FolderNames.sorted(in: path)
        where !Leftover.files.contains(entry) && entry != Leftover.folder {
            let (path, name) = ("\(path)/\(entry)", "\(name)/\(entry)")
            let status = try Self.reading(path) { path throws(SystemError) in
                try Files.status(path, followingLinks: false)
            }
            switch status.kind {
            case .folder: try add(path, as: name, depth: depth + 1)
            case .file:
                items.append(Item(name: name, content: .file(path: path, isExecutable: status.isExecutable)))
            case .link:
                items.append(Item(name: name, content: .link(target: try Self.reading(path, Files.target))))
            case .other:
                throw PackageError(
                    .refused,
                    "\(PlainText.quoted(path: path)) is neither file, folder nor link; take it out of the app.")
            }
        }
    }

    private static func reading<Value>(
        _ path: String, _ read: (String) throws(SystemError) -> Value
    ) throws(PackageError) -> Value {
        do throws(SystemError) { return try read(path) } catch { throw .reading(path, error) }
    }
}

/// The path of a package that is about to be written.
enum PackageOutput {
    /// Refuses a path in the app that is packed: the next package would contain this one.
    ///
    /// - Parameter app: The app's folder, all links resolved.
    static func check(_ path: String, isOutside app: String) throws(PackageError) {
        let folder = Paths.parent(of: path)
        do throws(SystemError) {
            guard try "\(Files.resolved(folder))/".hasPrefix("\(app)/") else { return }
        } catch {
            throw .writing(folder, error)
        }
        throw PackageError(
            .cannotCreate,
            "\(PlainText.quoted(path: path)) is in the app, so the next package would contain it; choose another folder."
        )
    }

    /// Refuses a path in a missing folder, and one where there is something other than a file: replacing a device or a pipe would
    /// destroy it.
    static func check(_ path: String) throws(PackageError) {
        guard !path.isEmpty else {
            throw PackageError(.cannotCreate, "The package to write has no name; give one, such as Rooms.ipa.")
        }
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        do throws(SystemError) {
            // This follows a link.
            _ = try Files.status("\(folder)/.", followingLinks: false)
        } catch .notFound, .notFolder {
            throw PackageError(
                .cannotCreate, "There is no folder \(PlainText.quoted(path: folder)) for the package; make it first.")
        } catch {
            throw .writing(folder, error)
        }
        let kind: FileStatus.Kind
        do throws(SystemError) { kind = try Files.status(path, followingLinks: false).kind } catch .notFound {
            return
        } catch {
            throw .writing(path, error)
        }
        guard kind == .file else {
            let what =
                switch kind {
                case .folder: "a folder"
                case .link: "a link"
                case .file, .other: "a device, pipe or socket"
                }
            throw PackageError(
                .cannotCreate,
                "\(PlainText.quoted(path: path)) is \(what), which a package must not replace; choose another name."
            )
        }
    }
}
