import AppGroupPlatform

/// Replaces a damaged registry by a new one that contains everything that can still be read.
struct RegistryRepair {
    let storage: SQLiteStorage
    let patience: Duration

    private var container: Container { storage.container }

    /// What is wrong with the registry; empty if it is intact or does not exist.
    ///
    /// The rows of a registry of another version are not checked.
    static func faults(in container: Container, schema: Schema) throws -> [String] {
        let faults = try structuralFaults(in: container)
        guard faults.isEmpty, let file = try container.checkDatabase(), file.size > 0 else { return faults }
        do {
            let connection = try SQLiteSession(container: container, file: file).connection
            let state = try schema.state(of: connection)
            if let fault = try schema.versionFault(of: connection) { return [fault] }
            let faults = try connection.integrityFaults(of: container.database)
            guard faults.isEmpty, state == .usable(version: schema.version) else { return faults }
            return try connection.undecodableRows().map { "The row “\($0)” cannot be read." }
        } catch let error as SQLiteError where error.isDamage {
            return [error.message]
        }
    }

    /// What is wrong with the files themselves. Checked before SQLite opens them, because SQLite deletes the log of an empty
    /// file, and mixes a log with the file of another registry.
    static func structuralFaults(in container: Container) throws -> [String] {
        let log = (try? Files.status("\(container.database)-wal", followingLinks: false).size) ?? 0
        guard let status = try? Files.status(container.database, followingLinks: false) else {
            return log > 0 ? ["The file \(container.database) is gone, and its log is still there."] : []
        }
        guard status.kind == .file else { return ["The registry \(container.database) is not a plain file."] }
        if let path = container.strangeCompanion { return ["\(path), beside the registry, is not a plain file."] }
        guard status.size > Container.emptySize || log == 0 else {
            return ["The file \(container.database) is empty, and its log is not."]
        }
        return ForeignLog(beside: container).map { ["The log \($0.path) belongs to another registry."] } ?? []
    }

    /// - Returns: `nil` if there is no registry.
    func run(now: Timestamp) throws -> RepairReport? {
        let files = [container.database, "\(container.database)-wal"]
        guard try container.check(), files.contains(where: { Files.exists($0, followingLinks: false) }) else {
            return nil
        }
        let (faults, salvage) = try storage.exclusively(patience: patience) { try salvageIfDamaged(now: now) }
        return RepairReport(faults: faults, salvage: salvage, droppedIcons: try dropBrokenIcons())
    }

    private func salvageIfDamaged(now: Timestamp) throws -> ([String], RepairReport.Salvage?) {
        let faults = try Self.faults(in: container, schema: storage.schema)
        guard !faults.isEmpty else { return ([], nil) }
        let old = RegistrySalvage(
            file: try databaseBytes(), log: try ForeignLog(beside: container) == nil ? logBytes() : [])
        if let release = old.newerRelease(than: storage.schema) {
            throw AppGroupError(
                .tooNew,
                "The registry \(container.database) is damaged. Release \(release) made it, and this one could lose "
                    + "some of its data; install launcher \(release) or newer, and repair it with that.")
        }
        let new = StagedRegistry(in: container)
        var salvage = try new.make(storage.schema) { try old.fill($0) }
        salvage.keptOldAs = try RegistryReplacement(container: container, patience: patience, now: now)
            .install(new, keepingOldAs: "damaged", folded: old.folded)
        return (faults, salvage)
    }

    /// The bytes of the registry's file, without its log; none if there is something else or nothing.
    private func databaseBytes() throws -> [UInt8] {
        guard isPlainFile(container.database) else { return [] }
        let connection = try SQLiteConnection(path: container.database, access: .immutable)
        guard try connection.fileSize() <= DatabaseImage.largestSize else { throw tooLarge(container.database) }
        return try connection.fileBytes(first: DatabaseImage.largestSize)
    }

    /// The bytes of the registry's log; none if there is something else or nothing.
    private func logBytes() throws -> [UInt8] {
        let path = "\(container.database)-wal"
        guard isPlainFile(path) else { return [] }
        do {
            return try Files.contents(of: path, limit: DatabaseImage.largestSize)
        } catch {
            throw error == .tooLarge ? tooLarge(path) : error
        }
    }

    private func isPlainFile(_ path: String) -> Bool {
        (try? Files.status(path, followingLinks: false).kind) == .file
    }

    private func tooLarge(_ path: String) -> AppGroupError {
        AppGroupError(.damaged, "\(path) is larger than 1 GiB, so it cannot be a registry; move it away.")
    }

    /// Removes icons with a missing or damaged file from their apps' records: as long as a record names the icon, registering
    /// it again writes nothing.
    private func dropBrokenIcons() throws -> [AppID] {
        guard try !storage.read(appsWithBrokenIcon).isEmpty else { return [] }
        return try storage.write(patience: patience) { writer in
            let apps = try appsWithBrokenIcon(writer)
            for app in apps {
                var record = app
                record.icon = nil
                try writer.save(record)
            }
            try writer.dropUnusedImages()
            return apps.map(\.id).sorted()
        }
    }

    private func appsWithBrokenIcon(_ reader: any RegistryReader) throws -> [AppRecord] {
        let images = ImageFolder(path: container.images)
        return try reader.apps().filter { try $0.icon.map(images.isBroken) ?? false }
    }
}
