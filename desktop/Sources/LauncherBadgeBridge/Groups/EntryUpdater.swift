import AppGroup
import AppGroupCommands
import AppGroupPlatform

/// Runs `launcher integrate --update`, one run at a time.
struct EntryUpdater {
    private let program: Processes.Program?
    private var process: Int32?
    private var isWanted = false

    init(_ environment: ProcessEnvironment) {
        program = Program.find("launcher", in: environment).map {
            Processes.Program(
                executable: $0, arguments: ["integrate", "--update", "--format", "tsv"], environment: environment)
        }
    }

    /// Updates the desktop entries, at once or after the current run.
    mutating func update() {
        isWanted = true
        startIfWanted()
    }

    /// Call this after a child process has ended.
    mutating func reap() {
        let ended = Processes.collectEnded()
        if let process, ended.contains(process) { self.process = nil }
        startIfWanted()
    }

    private mutating func startIfWanted() {
        guard isWanted, process == nil, let program else { return }
        isWanted = false
        process = try? Spawn(resetting: .all).start(program)
    }
}
