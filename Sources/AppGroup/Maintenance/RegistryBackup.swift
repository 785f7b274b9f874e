import AppGroupPlatform

/// Writes a registry and the images of its apps into one file, which is a registry itself.
struct RegistryBackup {
    let container: Container
    let schema: Schema
    /// What happens before each copy is made, in tests.
    var beforeCopying: () throws -> Void = {}

    /// The table for the images; its key is the file's name in the folder `icons`.
    private static let imageTable = "CREATE TABLE image (name TEXT PRIMARY KEY, bytes BLOB)"

    /// How often to try again if an app with an icon is deleted, or the registry is replaced, while it is copied.
    private static let attempts = 5

    /// - Returns: Whether there was a registry to back up.
    func write(to path: String) throws -> Bool {
        guard try openRegistry() != nil else { return false }
        // SQLite takes a name that begins with “file:” for a URI.
        let target = Paths.isAbsolute(path) ? path : "./\(path)"
        let temporary = RandomName.draft(of: target)
        defer { remove(temporary) }
        do {
            guard !Files.exists(target, followingLinks: false) else { throw SystemError.exists }
            guard try fill(temporary) else { return false }
            try Files.synchronize(temporary)
            try Files.renameWithoutReplacing(temporary, to: target)
            Files.synchronizeFolder(Paths.parent(of: target))
            // What killed backups to the same file have left.
            for draft in Files.oldDrafts(of: target) { remove(draft) }
        } catch let error as SystemError {
            throw described(error, path)
        } catch let error as SQLiteError {
            throw described(error, path)
        }
        return true
    }

    private func openRegistry() throws -> SQLiteSession? {
        guard try container.check(), let file = try container.checkDatabase(), file.size > 0 else { return nil }
        do {
            let session = try SQLiteSession(container: container, file: file)
            return try schema.state(of: session.connection) == .empty ? nil : session
        } catch let error as SQLiteError {
            // It may have been replaced while it was being opened.
            guard try isStillThere(file.identity) else { return try openRegistry() }
            throw error.described(in: container)
        }
    }

    private func isStillThere(_ registry: FileStatus.Identity) throws -> Bool {
        try container.checkDatabase()?.identity == registry
    }

    /// - Returns: Whether there was a registry to copy.
    private func fill(_ path: String) throws -> Bool {
        for _ in 0..<Self.attempts {
            guard let session = try openRegistry() else { return false }
            try beforeCopying()
            let isWhole = Result { try copy(session, to: path) }
            // If the registry was replaced in the meantime, this may have been the old file with the log of the new one.
            guard try isStillThere(session.identity) else { continue }
            if try isWhole.get() { return true }
        }
        throw AppGroupError(
            .busy, "The group \(container.group) was replaced or lost apps while it was copied; try again.")
    }

    /// - Returns: Whether the copy has every icon. If not, an app was deleted in the meantime.
    private func copy(_ session: SQLiteSession, to path: String) throws -> Bool {
        remove(path)
        _ = try Descriptor.makingFile(at: path)
        try session.connection.statement("VACUUM INTO ?").run(.text(path))
        let copy = try SQLiteConnection(path: path, access: .readWrite)
        try check(copy)
        let missing = try complete(copy)
        return try missing.isEmpty || missing.isSubset(of: Set(session.connection.icons()))
    }

    /// Refuses a copy that ``RegistryRestore`` would refuse.
    private func check(_ copy: SQLiteConnection) throws {
        guard try schema.state(of: copy) == .usable(version: schema.version) else { return }
        guard let row = try copy.undecodableRows().first else { return }
        throw AppGroupError(
            .damaged,
            "The registry \(container.database) is damaged (the row “\(row)” cannot be read), and was not backed "
                + "up; run: \(container.group.command("doctor --repair"))")
    }

    /// Adds the images, and the name of the group.
    ///
    /// - Returns: The icons that apps name but that are missing.
    private func complete(_ copy: SQLiteConnection) throws -> Set<AppIcon> {
        let images = ImageFolder(path: container.images)
        var missing: Set<AppIcon> = []
        try copy.execute("BEGIN; \(Self.imageTable)")
        // Tells a restore on another machine where the apps belong.
        try copy.statement("INSERT OR REPLACE INTO meta (key, value) VALUES ('group', ?)")
            .run(.text("\(container.group)"))
        for icon in try copy.icons() {
            guard let name = icon.fileName else { continue }
            guard let bytes = try images.intactBytes(of: icon) else {
                missing.insert(icon)
                continue
            }
            try copy.statement("INSERT INTO image (name, bytes) VALUES (?, ?)").run(.text(name), .blob(bytes))
        }
        try copy.execute("COMMIT")
        return missing
    }

    private func remove(_ path: String) {
        for ending in [""] + Container.companions { try? Files.remove(path + ending) }
    }

    private func described(_ error: SystemError, _ path: String) -> AppGroupError {
        switch error {
        case .exists:
            return AppGroupError(
                .cannotCreate, "\(path) exists already and is not overwritten; name another file, or delete it.",
                errno: error.number)
        case .notFound, .notFolder:
            return AppGroupError(
                .cannotCreate, "The backup \(path) cannot be made: \(error.message); make its folder first.",
                errno: error.number)
        default:
            return Container.described(error, "The backup \(path) cannot be made")
        }
    }

    private func described(_ error: SQLiteError, _ path: String) -> AppGroupError {
        switch error.code.primary {
        case .full:
            AppGroupError(
                .inputOutput,
                "There is no room on the disk for the backup \(path); free some space, or write it elsewhere.")
        case .corrupt, .notADatabase, .busy, .locked:
            error.described(in: container)
        default:
            AppGroupError(
                .inputOutput,
                "The backup \(path) of \(container.database) failed (\(error.message)); check the disk.")
        }
    }
}
