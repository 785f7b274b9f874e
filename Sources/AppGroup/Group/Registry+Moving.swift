import AppGroupPlatform

extension Registry {
    /// Registers an app of another group here, with its badge, preferences and usage, and deletes it there.
    ///
    /// Both locks are held, taken in the order of the groups' identifiers. The deletion begins first, because it finds out whether
    /// the old group can be written, and ends last, when the new row is on the disk. Until then, every failure leaves both groups as
    /// they were. If the process ends between the two commits, or the last one fails, the same call finishes the move.
    func move(
        _ app: AppDescription, icon: PreparedIcon, from origin: Registry, patience: Duration
    ) throws(AppGroupError) -> Registration {
        guard let here = sharedFile, let there = origin.sharedFile else {
            throw AppGroupError(.configuration, "Only apps in files of their groups can be moved.")
        }
        try there.container.checkFolders()
        let path = here.path
        let registration = try Self.holdingBoth(here, there, patience: patience) { here, there in
            var isHere = false
            do {
                return try there.write { source in
                    guard let old = try source.app(app.id) else {
                        return try here.write { try register(app, icon: icon, writer: $0) }
                    }
                    try checkMayLeave(old, origin)
                    try source.delete(app.id)
                    try origin.returnSchemes(source)
                    // Deletes the files after the commit.
                    try source.dropUnusedImages()
                    let registration = try here.write { try register(app, icon: icon, insteadOf: old, writer: $0) }
                    isHere = true
                    // Registering doesn't wait for the disk, and deleting does: after a power failure, the app could be in neither
                    // group.
                    try synchronize(path)
                    return registration
                }
            } catch {
                throw isHere ? unfinishedMove(of: app, from: origin.group, error) : error
            }
        }
        // The move is done, even if the old group cannot be cleared away now: if it has no app, the next prune ends it.
        if (try? origin.removeIfEmpty(patience: patience)) != true { origin.keepModel(patience: patience) }
        return registration
    }

    private func checkMayLeave(_ old: AppRecord, _ origin: Registry) throws(AppGroupError) {
        guard old.isInstalledPackage else { return }
        throw AppGroupError(
            .appTaken,
            "\(old.name) (\(old.id)) is an installed package of the group \(origin.group), where its files lie; "
                + "remove it there first: \(origin.group.command("remove \(old.id)"))")
    }

    private func register(
        _ app: AppDescription, icon: PreparedIcon, insteadOf old: AppRecord, writer: any RegistryWriter
    ) throws -> Registration {
        let known = try writer.app(app.id)
        let registration = try register(app, icon: icon, writer: writer)
        // Both groups have the app after a move that was cut off, or if a backup of one became the other.
        if known.map(old.wasOpened(after:)) ?? true { try adopt(old, as: app, writer: writer) }
        return registration
    }

    /// The error of a move that has registered the app here and could not delete it there.
    private func unfinishedMove(of app: AppDescription, from origin: GroupID, _ cause: any Error) -> AppGroupError {
        let cause = AppGroupError(cause)
        return AppGroupError(
            cause.code,
            "\(app.name) (\(app.id)) is in two groups now, because \(group) has it and it could not be deleted from \(origin); "
                + "to finish the move, run the same command again. The cause: \(cause.description)",
            errno: cause.errno)
    }

    private static func holdingBoth<Result>(
        _ here: SQLiteStorage, _ there: SQLiteStorage, patience: Duration,
        _ body: (SQLiteStorage.LockedRegistry, SQLiteStorage.LockedRegistry) throws -> Result
    ) throws(AppGroupError) -> Result {
        try AppGroupError.converting {
            if here.container.group < there.container.group {
                return try here.holdingLock(patience: patience) { here in
                    try there.holdingLock(patience: patience) { there in try body(here, there) }
                }
            }
            return try there.holdingLock(patience: patience) { there in
                try here.holdingLock(patience: patience) { here in try body(here, there) }
            }
        }
    }

    /// Copies what the old group had added into the app's new record.
    private func adopt(_ old: AppRecord, as app: AppDescription, writer: any RegistryWriter) throws {
        guard var record = try writer.app(app.id) else { return }
        if app.badge == nil { (record.badge, record.badgeRose) = (old.badge, old.badgeRose) }
        record.fields.merge(old.fields) { given, _ in given }
        record.preferences = old.preferences
        record.registered = old.registered
        record.availableVersion = old.availableVersion
        record.usage = old.usage
        // Openings are numbered per group: the app takes the place that its last opening would have had here.
        record.usage.lastOpening =
            try old.usage.lastOpened.flatMap { last in try writer.openings().last { $0.moment <= last } }?.number ?? 0
        try writer.save(record)
        guard record.isWaiting, let rose = record.badgeRose, try recordsUse(of: record, reader: writer) else { return }
        try writer.keepBadgeRise(
            BadgeRise(
                app: record.id, opening: writer.lastOpening(), moment: rose,
                utcOffset: SystemClock.utcOffset(at: rose)))
    }
}

extension AppRecord {
    /// Whether it was opened after another record was.
    fileprivate func wasOpened(after other: AppRecord) -> Bool {
        func last(_ record: AppRecord) -> Int64 { record.usage.lastOpened?.milliseconds ?? .min }
        return last(self) > last(other)
    }
}
