/// Looks at a group's files and says what is right and what is wrong with them. Opens the store as any reader does, and
/// writes nothing.
struct StoreDiagnosis {
    let container: Container
    let schema: Schema

    private(set) var findings: [Finding] = []
    /// What the store holds; `nil` where it cannot be read.
    private(set) var contents: FamilyContents?

    init(container: Container, schema: Schema) {
        self.container = container
        self.schema = schema
        do {
            guard try container.check() else {
                add(
                    .container, .note, "The group \(container.group) has no container yet (\(container.path)).", noStore
                )
                return
            }
            add(.container, .ok, "The container \(container.path) is yours alone to write.")
        } catch {
            add(.container, .problem, Self.sentence(error))
            return
        }
        findings += PermissionDiagnosis(container: container).findings
        examineLock()
        examineStore()
    }

    private let noStore = "Register a first tool with: launcher register"
    private static let repair = "Run: launcher doctor --repair"

    private mutating func add(
        _ check: Finding.Check, _ severity: Finding.Severity, _ sentence: String, _ remedy: String? = nil
    ) {
        let subject =
            switch check {
            case .container: container.path
            case .lock: container.lock
            default: container.database
            }
        findings.append(Finding(check, severity, subject, sentence, remedy: remedy))
    }

    private static func sentence(_ error: any Error) -> String {
        (error as? AppGroupError)?.description ?? "\(error)"
    }

    // MARK: - The lock

    /// Longer than any write takes.
    private static let lockPatience = Duration.milliseconds(500)

    private mutating func examineLock() {
        guard Files.exists(container.lock) else {
            return add(.lock, .ok, "The lock \(container.lock) is made when somebody first writes.")
        }
        do {
            var lock = try WriterLock(path: container.lock)
            try lock.acquire(patience: Self.lockPatience)
            lock.release()
            add(.lock, .ok, "The lock \(container.lock) can be taken.")
        } catch let error as AppGroupError where error.code == .busy {
            add(.lock, .note, error.description)
        } catch {
            add(.lock, .problem, Self.sentence(error))
        }
    }

    // MARK: - The store

    private mutating func examineStore() {
        do {
            let faults = try StoreRepair.structuralFaults(in: container)
            guard faults.isEmpty else {
                for fault in faults { add(.integrity, .problem, fault, Self.repair) }
                return
            }
            guard let file = try container.checkDatabase(), file.size > 0 else {
                return add(.version, .note, "The group \(container.group) has no store yet.", noStore)
            }
            try examine(SQLiteSession(container: container, identity: file.identity))
        } catch let error as SQLiteError {
            let described = error.described(path: container.database)
            let saysRemedy = described.code == .damaged
            add(.integrity, .problem, described.description, error.isDamage && !saysRemedy ? Self.repair : nil)
        } catch {
            add(.integrity, .problem, Self.sentence(error))
        }
    }

    private mutating func examine(_ session: SQLiteSession) throws {
        let connection = session.connection
        switch try schema.state(of: connection) {
        case .empty:
            return add(.version, .note, "The store \(container.database) is empty.", noStore)
        case .tooNew(let release):
            add(
                .version, .problem, "The store was made by release \(release), and this one may only read it.",
                "Install launcher \(release) or newer, and rebuild the tools that embed AppGroup with it.")
        case .usable(let version) where version < schema.version:
            add(
                .version, .note,
                "The store has version \(version) of its tables; whoever writes next brings it to version "
                    + "\(schema.version).")
        case .usable(let version):
            add(.version, .ok, "The store has version \(version) of its tables, which this release writes.")
        }
        try examineJournal(connection)
        let faults = try connection.integrityFaults(of: container.database)
        for fault in faults { add(.integrity, .problem, "The store is damaged: \(fault)", Self.repair) }
        if faults.isEmpty { add(.integrity, .ok, "The store \(container.database) is sound.") }
        guard try schema.state(of: connection) == .usable(version: schema.version) else { return }
        try examineRows(connection)
        contents = try session.transaction("BEGIN") { try FamilyContents($0) }
    }

    private mutating func examineRows(_ connection: SQLiteConnection) throws {
        let rows = try connection.undecodableRows()
        for row in rows { add(.rows, .problem, "The row “\(row)” holds what cannot be read.", Self.repair) }
        if rows.isEmpty { add(.rows, .ok, "Every row can be read.") }
    }

    /// A longer log is not started over any more: writers do that from 720 KB on.
    private static let largestLog: Int64 = 1 << 20

    private mutating func examineJournal(_ connection: SQLiteConnection) throws {
        let mode = try connection.statement("PRAGMA journal_mode").first { $0.text(0).uppercased() } ?? ""
        let place = FileSystemKind(at: container.path) == .network ? "network" : "local"
        let log = (try? Files.status("\(container.database)-wal").size) ?? 0
        if mode != SQLiteSession.journalMode(in: container.path) {
            add(
                .journal, .problem,
                "The store has the journal mode \(mode), which does not suit a \(place) file system.",
                "End the group's programs; the next one that writes changes it.")
        } else if log > Self.largestLog {
            add(
                .journal, .note,
                "The log beside the store has grown to \(log >> 10) KiB: some program has not stopped reading.",
                "End programs of the group that hang or were stopped with Ctrl-Z.")
        } else {
            add(.journal, .ok, "The store has the journal mode \(mode) on a \(place) file system.")
        }
    }
}
