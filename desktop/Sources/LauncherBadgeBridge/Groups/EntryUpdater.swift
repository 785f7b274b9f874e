import AppGroup
import AppGroupCommands
import AppGroupDesktop
import AppGroupPlatform

/// Runs `launcher integrate --update`, one run at a time.
struct EntryUpdater {
    private let program: Processes.Program?
    private var process: Int32?
    private var isWanted = false
    /// The apps for which it ran last; `nil` before the first time, and after it failed.
    private var listed: [ListedApp]?

    /// The parts of an app that its desktop entry may show.
    private struct ListedApp: Equatable {
        let group: GroupID
        let record: AppRecord
        let fields: [FieldValue?]

        init(_ app: AppEntry) {
            group = app.group
            record = app.record.volunteered
            fields = AppDesktopFile.fields.map { app.record.fields[$0] }
        }
    }

    init(_ environment: ProcessEnvironment) {
        program = Program.find("launcher", in: environment).map {
            Processes.Program(
                executable: $0, arguments: ["integrate", "--update", "--format", "tsv"], environment: environment)
        }
    }

    /// Updates the desktop entries, at once or after the current run, if an app was added, changed or removed since the
    /// last call, or if the last run failed or could not be started.
    ///
    /// - Parameter apps: The apps of all groups. Only those that lists show have an entry.
    mutating func update(for apps: [AppEntry]) {
        let shown = apps.filter(\.isShown).map(ListedApp.init)
        if shown != listed {
            listed = shown
            isWanted = true
        }
        startIfWanted()
    }

    /// Call this after a child process has ended.
    mutating func reap() {
        let ended = Processes.collectEnded()
        if let process, let status = ended[process] {
            self.process = nil
            if status != 0 { listed = nil }
        }
        startIfWanted()
    }

    private mutating func startIfWanted() {
        guard isWanted, process == nil, let program else { return }
        // If the system has no process left, the next change tries again.
        guard let started = try? Spawn(resetting: .all).start(program) else { return }
        process = started
        isWanted = false
    }
}
