/// Looking after the family's data: copying it, putting a copy back, finding out what is wrong with it, and mending it.
extension Registry {
    /// Writes everything that the family keeps into one file: its store and the images of its apps.
    ///
    /// The file is an SQLite database that only the user may read. It shows one moment, while others go on writing, and
    /// appears whole or not at all.
    ///
    /// - Throws: ``AppGroupError/Code/notFound`` where the group has no store, ``AppGroupError/Code/cannotCreate`` where there
    ///   is a file of that name already, or why it could not be written.
    public func backUp(to path: String) throws {
        let storage = try storageInFile()
        guard try StoreBackup(container: storage.container, schema: storage.schema).write(to: path) else {
            throw noStore
        }
    }

    /// Puts a backup in the place of the family's data, on this machine or another. The data that was there is kept in a
    /// file beside it.
    ///
    /// The backup is checked first, and the old data is untouched unless the new takes its place whole.
    ///
    /// - Parameters:
    ///   - path: A file that ``backUp(to:)`` wrote, by this release or an older one.
    ///   - replacing: Replaces data that holds apps, too.
    ///   - patience: How long to wait for another writer, and for those who read.
    /// - Throws: ``AppGroupError/Code/cannotCreate`` where the group has apps and is not to be replaced,
    ///   ``AppGroupError/Code/damaged`` for a file that is no sound backup, ``AppGroupError/Code/tooNew`` for one of a newer
    ///   release, or why the store cannot be written.
    @discardableResult
    public func restore(
        from path: String, replacing: Bool = false, patience: Duration = .seconds(10)
    ) throws -> Restoration {
        try StoreRestore(storage: storageInFile(), patience: patience).run(from: path, replacing: replacing, now: now())
    }

    /// Makes a new store of everything that can still be read of a damaged one, which is kept in a file beside it. A sound
    /// store is left alone.
    ///
    /// - Parameter patience: How long to wait for another writer, and for those who read.
    /// - Throws: ``AppGroupError/Code/notFound`` where the group has no store, ``AppGroupError/Code/tooNew`` where a newer
    ///   release must do it, or why the store cannot be written.
    @discardableResult
    public func repair(patience: Duration = .seconds(10)) throws -> RepairReport {
        guard let report = try StoreRepair(storage: storageInFile(), patience: patience).run(now: now()) else {
            throw noStore
        }
        return report
    }

    /// Looks at everything that could be wrong with the family's data, and writes nothing.
    ///
    /// - Returns: At least one finding for each thing that was looked at, in the order of ``Finding/Check``. Where the store
    ///   cannot be read, what it would hold is not looked at.
    public func diagnose() -> [Finding] {
        var findings: [Finding] = []
        let contents: FamilyContents?
        if let storage = storage as? SQLiteStorage {
            let diagnosis = StoreDiagnosis(container: storage.container, schema: storage.schema)
            findings = diagnosis.findings
            contents = diagnosis.contents
        } else {
            do {
                contents = try storage.read { try FamilyContents($0) }
            } catch {
                return [Finding(.container, .problem, "\(group)", (error as? AppGroupError)?.description ?? "\(error)")]
            }
        }
        if let contents { findings += diagnose(contents) }
        let order = Dictionary(uniqueKeysWithValues: Finding.Check.allCases.enumerated().map { ($1, $0) })
        return findings.enumerated().sorted {
            (order[$0.element.check] ?? 0, $0.offset) < (order[$1.element.check] ?? 0, $1.offset)
        }.map(\.element)
    }

    private func diagnose(_ contents: FamilyContents) -> [Finding] {
        let family = FamilyDiagnosis(group: group, contents: contents)
        let resolver = resolver
        let images = ((storage as? SQLiteStorage)?.container.images).map(ImageFolder.init(path:))
        var findings = family.findings(
            now: now(), availability: resolver.availability(of:),
            isImageBroken: { icon in images.map { (try? $0.isBroken(icon)) ?? true } ?? false })
        let others = otherContainers()
        for other in others {
            guard let contents = try? FamilyContents(other, schema: .current) else { continue }
            findings += family.conflicts(with: contents, of: other.group)
        }
        if !findings.contains(where: { $0.check == .membership }) {
            findings.append(
                Finding(
                    .membership, .ok, "\(group)",
                    others.isEmpty ? "There is no other group." : "No app is a member of another group, too."))
        }
        return findings
    }

    private func otherContainers() -> [Container] {
        guard let container, let groups = try? Container.groups(in: container.parent) else { return [] }
        return groups.filter { $0 != group }.map { Container(group: $0, parent: container.parent) }
    }

    private func storageInFile() throws -> SQLiteStorage {
        if let storage = storage as? SQLiteStorage { return storage }
        if let storage = storage as? UnavailableStorage { throw storage.reason }
        throw AppGroupError(
            .configuration, "The group \(group) is not kept in a file of its own, so there is none to look after.")
    }

    private var noStore: AppGroupError {
        AppGroupError(.notFound, "The group \(group) has no store yet; register a first tool with: launcher register")
    }
}
