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

    /// The group that a file is a backup of; `nil` if it is no backup but a registry, or an older release wrote it.
    ///
    /// - Throws: ``AppGroupError`` if the file cannot be read as a backup.
    package static func group(ofBackup path: String) throws(AppGroupError) -> GroupID? {
        try AppGroupError.converting { try ForkGate.pass { try BackupFile(path, schema: .current).group() } }
    }

    /// Replaces the group's data by a backup, on this machine or another. The old data is kept in a file beside it.
    ///
    /// The backup is checked first. The old data is replaced completely or not at all. The backup may be that of another
    /// group, whose apps are copied: see ``Restoration/sharedApps``.
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
        let backup = try AppGroupError.converting { try ForkGate.pass { try restore.backup(at: path) } }
        return try whileMembershipStays(patience: patience) { _ in
            var restoration = try restore.run(from: backup, replacing: replacing, now: now())
            let apps = try read { try $0.apps().filter { $0.unregistered == nil }.map(\.id) }
            for other in try otherGroups() {
                let shared = try? other.read { reader in try apps.filter(reader.hasMember) }
                if let shared, !shared.isEmpty { restoration.sharedApps[other.group] = shared.sorted() }
            }
            return restoration
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
        if !report.wasSound { keepModel(patience: patience) }
        return report
    }

    /// Examines everything that could be wrong with the group's data. Writes nothing.
    ///
    /// - Returns: At least one finding for each check that was made, in the order of ``RegistryFinding/Check``. If the registry
    ///   cannot be read, its contents are not checked.
    public func diagnose() -> [RegistryFinding] {
        ForkGate.pass { diagnose(among: membersOfAllGroups()) }
    }

    /// The members of every group of this user, which several diagnoses can share.
    func membersOfAllGroups() -> GroupMembers {
        guard let container, let groups = try? Container.groups(in: container.parent) else { return GroupMembers([]) }
        return GroupMembers(groups.map { Container(group: $0, parent: container.parent) })
    }

    func diagnose(among members: GroupMembers) -> [RegistryFinding] {
        var findings: [RegistryFinding] = []
        let contents: GroupContents?
        if let sharedFile {
            let diagnosis = RegistryDiagnosis(container: sharedFile.container, schema: sharedFile.schema)
            findings = diagnosis.findings
            contents = diagnosis.contents
        } else {
            do {
                contents = try read { try GroupContents($0, isWritable: true) }
            } catch {
                return [RegistryFinding(.container, .problem, "\(group)", error.description)]
            }
        }
        if let contents { findings += diagnose(contents, among: members) }
        let order = Dictionary(uniqueKeysWithValues: RegistryFinding.Check.allCases.enumerated().map { ($1, $0) })
        return findings.enumerated().sorted {
            (order[$0.element.check] ?? 0, $0.offset) < (order[$1.element.check] ?? 0, $1.offset)
        }.map(\.element)
    }

    private func diagnose(_ contents: GroupContents, among members: GroupMembers) -> [RegistryFinding] {
        let diagnosis = GroupDiagnosis(group: group, contents: contents)
        let images = (container?.images).map(ImageFolder.init(path:))
        var search = resolver.search
        var findings = diagnosis.findings(
            now: now(), availability: { resolver.availability(of: $0, &search) }, images: images)
        findings += diagnosis.conflicts(among: members)
        if !findings.contains(where: { $0.check == .membership }) {
            findings.append(
                RegistryFinding(
                    .membership, .ok, "\(group)",
                    members.hasOthers(than: group)
                        ? "No app is a member of another group, too." : "There is no other group."))
        }
        return findings
    }

    private func storageInFile() throws(AppGroupError) -> SQLiteStorage {
        switch backing {
        case .sharedFile(let storage): return storage
        case .unavailable(let reason): throw reason
        case .custom:
            throw AppGroupError(
                .configuration, "The group \(group) is not stored in its own file, so there is nothing to maintain.")
        }
    }

    private var noRegistry: AppGroupError {
        AppGroupError(
            .notFound, "The group \(group) has no registry yet; register a first tool with: launcher register")
    }
}
