import AppGroupPlatform

/// Examines a group's files. Opens the registry as any reader does, and writes nothing.
struct RegistryDiagnosis {
    let container: Container
    let schema: Schema

    private(set) var findings: [RegistryFinding] = []
    /// The contents of the registry; `nil` if it cannot be read.
    private(set) var contents: GroupContents?

    init(container: Container, schema: Schema) {
        self.container = container
        self.schema = schema
        do {
            guard try container.check() else {
                add(
                    .container, .note, "The group \(container.group) has no container yet (\(container.path)).",
                    Self.noRegistry)
                return
            }
            add(.container, .ok, "Only you can write to the container \(container.path).")
        } catch {
            add(.container, .problem, Self.sentence(error))
            return
        }
        findings += PermissionDiagnosis(container: container).findings
        examineLock()
        // Nothing reads a registry whose permissions are a problem.
        let files = container.registryFiles
        guard !findings.contains(where: { $0.severity == .problem && files.contains($0.subject) }) else { return }
        let before = findings
        for _ in 0..<Self.attempts {
            let registry = registryIdentity
            (findings, contents) = (before, nil)
            examineRegistry()
            // If it was replaced in the meantime, this may have been the old file with the log of the new one.
            if registryIdentity == registry { return }
        }
    }

    /// How often to try again if the registry is replaced while it is examined.
    private static let attempts = 5

    private var registryIdentity: FileStatus.Identity? {
        (try? Files.status(container.database, followingLinks: false))?.identity
    }

    private static let noRegistry = "Register a first tool with: launcher register"
    private var repair: String { "Run: \(container.group.command("doctor --repair"))" }

    private mutating func add(
        _ check: RegistryFinding.Check, _ severity: RegistryFinding.Severity, _ sentence: String,
        _ remedy: String? = nil
    ) {
        let subject =
            switch check {
            case .container: container.path
            case .lock: container.lock
            default: container.database
            }
        findings.append(RegistryFinding(check, severity, subject, sentence, remedy: remedy))
    }

    private static func sentence(_ error: any Error) -> String {
        (error as? AppGroupError)?.description ?? "\(error)"
    }

    // MARK: - The lock

    /// Longer than any write takes.
    private static let lockPatience = Duration.milliseconds(500)

    private mutating func examineLock() {
        guard Files.exists(container.lock) else {
            return add(.lock, .ok, "The lock \(container.lock) is made at the first write.")
        }
        do {
            var lock = try WriterLock(path: container.lock)
            try lock.acquire(patience: Self.lockPatience)
            lock.release()
            add(.lock, .ok, "The lock \(container.lock) can be taken.")
        } catch let error as AppGroupError where error.code == .busy {
            add(.lock, .note, error.description)
        } catch let error as AppGroupError where error.errno == SystemError.readOnly.number {
            // Everything can still be read.
            add(.lock, .note, error.description)
        } catch {
            add(.lock, .problem, Self.sentence(error))
        }
    }

    // MARK: - The registry

    private mutating func examineRegistry() {
        do {
            let faults = try RegistryRepair.structuralFaults(in: container)
            guard faults.isEmpty else {
                for fault in faults { add(.integrity, .problem, fault, repair) }
                return
            }
            guard let file = try container.checkDatabase(), file.size > 0 else {
                return add(.version, .note, "The group \(container.group) has no registry yet.", Self.noRegistry)
            }
            try examine(SQLiteSession(container: container, file: file).connection)
            try examineContents()
        } catch let error as SQLiteError {
            let described = error.described(in: container)
            // Advice for other causes would contradict the remedy.
            if error.isDamage, described.code != .damaged {
                let cause = "\(error.message), SQLite \(error.code.rawValue)"
                add(.integrity, .problem, "The registry \(container.database) cannot be read (\(cause)).", repair)
            } else {
                add(.integrity, .problem, described.description)
            }
        } catch {
            add(.integrity, .problem, Self.sentence(error))
        }
    }

    private mutating func examine(_ connection: SQLiteConnection) throws {
        switch try schema.state(of: connection) {
        case .empty where logSize > 0:
            return add(
                .version, .note,
                "The registry \(container.database) is empty, but the log beside it is not: the first write was cut off, or the "
                    + "log is damaged.",
                "If the group had apps, copy \(container.database) and \(container.database)-wal before a tool of the group "
                    + "starts: its first write overwrites the log.")
        case .empty:
            return add(.version, .note, "The registry \(container.database) is empty.", Self.noRegistry)
        case .tooNew(let release):
            add(
                .version, .problem, "The registry was made by release \(release), and this release can only read it.",
                "Install launcher \(release) or newer, and rebuild the tools that embed AppGroup with it.")
        case .usable(let version) where version < schema.version:
            add(
                .version, .note,
                "The registry has version \(version) of its tables; the next write updates it to version "
                    + "\(schema.version).")
        case .usable(let version):
            add(.version, .ok, "The registry has version \(version) of its tables, which this release writes.")
        }
        try examineJournal(connection)
        let faults =
            try schema.versionFault(of: connection).map { [$0] }
            ?? connection.integrityFaults(of: container.database)
        for fault in faults { add(.integrity, .problem, "The registry is damaged: \(fault).", repair) }
        if faults.isEmpty { add(.integrity, .ok, "The registry \(container.database) is intact.") }
        // A repair leaves the rows of other versions alone.
        if try schema.state(of: connection) == .usable(version: schema.version) { try examineRows(connection) }
    }

    private mutating func examineContents() throws {
        self.contents = try SQLiteSession.readAsItIs(container, schema) {
            try GroupContents($0, isWritable: schema.mayWrite($0.connection))
        }
        guard let contents, contents.apps.isEmpty, !contents.hasOffers else { return }
        add(
            .container, .note, "The group \(container.group) has no app.",
            contents.isWritable ? "Register a tool in it, or end it: \(container.group.command("prune"))" : nil)
    }

    private mutating func examineRows(_ connection: SQLiteConnection) throws {
        let rows = try connection.undecodableRows()
        for row in rows { add(.rows, .problem, "The row “\(row)” cannot be read.", repair) }
        if rows.isEmpty { add(.rows, .ok, "Every row can be read.") }
    }

    /// In bytes. Writers start the log over from 720 KB on, so a longer one means that they cannot.
    private static let largestLog: Int64 = 1 << 20

    private var logSize: Int64 { (try? Files.status("\(container.database)-wal").size) ?? 0 }

    /// The journal mode as the file says it. Without access to the log, as in a read-only folder, the connection itself has
    /// none: sqlite.org/fileformat2.html, section 1.3.
    private func journalMode(_ connection: SQLiteConnection) throws -> String {
        let mode = try connection.statement("PRAGMA journal_mode").first { $0.text(0).uppercased() } ?? ""
        let header = try? connection.fileBytes(first: 20)
        return header.map { $0.count == 20 && $0[18] == 2 && $0[19] == 2 } == true ? "WAL" : mode
    }

    private mutating func examineJournal(_ connection: SQLiteConnection) throws {
        let mode = try journalMode(connection)
        let fileSystem = FileSystemKind(at: container.path)
        let place = fileSystem == .network ? "network" : "local"
        if mode != SQLiteSession.journalMode(on: fileSystem) {
            add(
                .journal, .problem,
                "The registry has the journal mode \(mode), which does not suit a \(place) file system.",
                "End the group's programs; the next one that writes changes it.")
        } else if logSize > Self.largestLog {
            add(
                .journal, .note,
                "The log beside the registry has grown to \(logSize >> 10) KiB: a program has not stopped reading.",
                "End programs of the group that hang or were stopped with Ctrl-Z.")
        } else {
            add(.journal, .ok, "The registry has the journal mode \(mode) on a \(place) file system.")
        }
    }
}
