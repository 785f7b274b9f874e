import AppGroupPlatform

/// Replaces a registry by a backup.
struct RegistryRestore {
    let storage: SQLiteStorage
    let patience: Duration

    private var container: Container { storage.container }

    /// Opens and checks a backup. It needs no lock, and a large one takes a while.
    func backup(at path: String) throws -> BackupFile {
        let backup = try BackupFile(path, schema: storage.schema)
        try backup.check()
        return backup
    }

    func run(from backup: BackupFile, replacing: Bool, now: Timestamp) throws -> Restoration {
        try storage.exclusively(patience: patience) {
            try container.make()
            try checkOldRegistry(replacing: replacing)
            return try install(backup, now: now)
        }
    }

    private func install(_ backup: BackupFile, now: Timestamp) throws -> Restoration {
        let new = StagedRegistry(in: container)
        let images = ImageFolder(path: container.images)
        let apps = try backup.read { source, schema in
            try backup.describingErrors {
                try backup.forEachImage(in: source) { icon, bytes in try images.restore(bytes, for: icon) }
            }
            return try new.make(schema) { target in
                try backup.describingErrors { try RowCopy(from: source, to: target).run() }
                try storage.schema.migrate(target, from: schema.version)
                try backup.describingErrors { try backup.checkRows(target) }
                return try target.statement("SELECT count(*) FROM app").first { Int($0.integer(0)) } ?? 0
            }
        }
        let kept = try RegistryReplacement(container: container, patience: patience, now: now)
            .install(new, keepingOldAs: Container.replacedLabel)
        return Restoration(apps: apps, keptOldAs: kept)
    }

    /// Refuses to replace a registry that a newer release made. Unless `replacing`, also refuses one that has apps or cannot
    /// be read.
    private func checkOldRegistry(replacing: Bool) throws {
        do {
            // It counts as damaged if it is gone or empty while its log is not.
            guard let status = try container.checkDatabase(), status.size > 0 else { return }
            let connection = try SQLiteSession(container: container, file: status).connection
            switch try storage.schema.state(of: connection) {
            case .empty: return
            case .tooNew: try storage.schema.checkWritable(connection, path: container.database)
            case .usable: break
            }
            let hasApps = try connection.statement("SELECT EXISTS (SELECT 1 FROM app)").first { $0.bool(0) }
            guard hasApps == true, !replacing else { return }
        } catch {
            guard Self.isDamage(error) else { throw error }
            guard !replacing else { return }
            throw AppGroupError(
                .damaged,
                "The registry \(container.database) is damaged; to put the backup in its place, and to keep it under another "
                    + "name, add --replace.")
        }
        throw AppGroupError(
            .cannotCreate,
            "The group \(container.group) has apps already; to put the backup in the place of its registry, and to keep that "
                + "under another name, add --replace.")
    }

    private static func isDamage(_ error: any Error) -> Bool {
        if let error = error as? AppGroupError { return error.code == .damaged }
        return (error as? SQLiteError)?.isDamage ?? false
    }
}

/// The result of a restore.
public struct Restoration: Hashable, Sendable {
    /// How many apps the group has now.
    public let apps: Int
    /// Where the old registry is kept; `nil` if there was none.
    public let keptOldAs: String?
    /// Other groups of the user that have some of these apps, and which. A restore copies a group: nothing is removed there.
    public internal(set) var sharedApps: [GroupID: [AppID]] = [:]
}
