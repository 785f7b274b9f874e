import AppGroupPlatform

/// Looking after the group's data: backing it up, restoring it, diagnosing and repairing it.
extension Registry {
    /// Writes all data of the group into one file: its registry and the images of its apps.
    ///
    /// The file is an SQLite database that only the user may read. It is a consistent snapshot even while others write, and
    /// appears whole or not at all.
    ///
    /// - Throws: ``AppGroupError/Code/notFound`` if the group has no registry, ``AppGroupError/Code/cannotCreate`` if there
    ///   is a file of that name already, or why it could not be written.
    public func backUp(to path: String) throws(AppGroupError) {
        let storage = try storageInFile()
        let backup = RegistryBackup(container: storage.container, schema: storage.schema)
        guard try AppGroupError.converting({ try ForkGate.pass { try backup.write(to: path) } }) else {
            throw noRegistry
        }
    }

    /// Replaces the group's data by a backup, on this machine or another. The old data is kept in a file beside it.
    ///
    /// The backup is checked first. The old data is replaced completely or not at all.
    ///
    /// - Parameters:
    ///   - path: A file that ``backUp(to:)`` wrote, by this release or an older one.
    ///   - replacing: Whether data that contains apps may be replaced.
    ///   - patience: How long to wait for another writer, and for readers.
    /// - Throws: ``AppGroupError/Code/cannotCreate`` if the group has apps and `replacing` is false,
    ///   ``AppGroupError/Code/damaged`` if the file is not an intact backup, ``AppGroupError/Code/tooNew`` if a newer
    ///   release wrote it, or why the registry cannot be written.
    @discardableResult
    public func restore(
        from path: String, replacing: Bool = false, patience: Duration = .seconds(10)
    ) throws(AppGroupError) -> Restoration {
        let restore = RegistryRestore(storage: try storageInFile(), patience: patience)
        return try AppGroupError.converting {
            try ForkGate.pass { try restore.run(from: path, replacing: replacing, now: now()) }
        }
    }

    /// Makes a new registry of everything that can still be read of a damaged one, which is kept in a file beside it. An
    /// intact registry is left alone.
    ///
    /// - Parameter patience: How long to wait for another writer, and for readers.
    /// - Throws: ``AppGroupError/Code/notFound`` if the group has no registry, ``AppGroupError/Code/tooNew`` if a newer
    ///   release must do it, or why the registry cannot be written.
    @discardableResult
    public func repair(patience: Duration = .seconds(10)) throws(AppGroupError) -> RepairReport {
        let repair = RegistryRepair(storage: try storageInFile(), patience: patience)
        guard let report = try AppGroupError.converting({ try ForkGate.pass { try repair.run(now: now()) } }) else {
            throw noRegistry
        }
        return report
    }

    /// Examines everything that could be wrong with the group's data. Writes nothing.
    ///
    /// - Returns: At least one finding for each check that was made, in the order of ``RegistryFinding/Check``. If the registry
    ///   cannot be read, its contents are not checked.
    public func diagnose() -> [RegistryFinding] { ForkGate.pass { findings() } }

    private func findings() -> [RegistryFinding] {
        var findings: [RegistryFinding] = []
        let contents: GroupContents?
        if let storage = storage as? SQLiteStorage {
            let diagnosis = RegistryDiagnosis(container: storage.container, schema: storage.schema)
            findings = diagnosis.findings
            contents = diagnosis.contents
        } else {
            do {
                contents = try read { try GroupContents($0) }
            } catch {
                return [RegistryFinding(.container, .problem, "\(group)", error.description)]
            }
        }
        if let contents { findings += diagnose(contents) }
        let order = Dictionary(uniqueKeysWithValues: RegistryFinding.Check.allCases.enumerated().map { ($1, $0) })
        return findings.enumerated().sorted {
            (order[$0.element.check] ?? 0, $0.offset) < (order[$1.element.check] ?? 0, $1.offset)
        }.map(\.element)
    }

    private func diagnose(_ contents: GroupContents) -> [RegistryFinding] {
        let diagnosis = GroupDiagnosis(group: group, contents: contents)
        let resolver = resolver
        let images = ((storage as? SQLiteStorage)?.container.images).map(ImageFolder.init(path:))
        var findings = diagnosis.findings(
            now: now(), availability: resolver.availability(of:),
            isImageBroken: { icon in images.map { (try? $0.isBroken(icon)) ?? true } ?? false })
        let others = otherContainers()
        for other in others {
            guard let contents = try? GroupContents(other, schema: .current) else { continue }
            findings += diagnosis.conflicts(with: contents, of: other.group)
        }
        if !findings.contains(where: { $0.check == .membership }) {
            findings.append(
                RegistryFinding(
                    .membership, .ok, "\(group)",
                    others.isEmpty ? "There is no other group." : "No app is a member of another group, too."))
        }
        return findings
    }

    private func otherContainers() -> [Container] {
        guard let container, let groups = try? Container.groups(in: container.parent) else { return [] }
        return groups.filter { $0 != group }.map { Container(group: $0, parent: container.parent) }
    }

    private func storageInFile() throws(AppGroupError) -> SQLiteStorage {
        if let storage = storage as? SQLiteStorage { return storage }
        if let storage = storage as? UnavailableStorage { throw storage.reason }
        throw AppGroupError(
            .configuration, "The group \(group) is not kept in a file of its own, so there is nothing to look after.")
    }

    private var noRegistry: AppGroupError {
        AppGroupError(
            .notFound, "The group \(group) has no registry yet; register a first tool with: launcher register")
    }
}
