import AppGroup
import AppGroupHome
import AppGroupPlatform
import AppGroupWindow
import CAdwaita

/// The processes in which `launcher` installs, updates and goes back for the window.
@MainActor
final class StoreJobs {
    enum Work: String, Sendable {
        case install, update, rollback

        /// The text of the tile until more is known.
        fileprivate var words: String { self == .rollback ? "Going back…" : "Waiting…" }
        /// Its name in sentences.
        fileprivate var noun: String {
            switch self {
            case .install: "The installation"
            case .update: "The update"
            case .rollback: "Going back"
            }
        }
    }

    /// Why something failed.
    struct Failure: Sendable {
        let sentence: String
        /// The server to log in to, if that helps.
        var login: String?
    }

    private struct Job {
        let process: OpaquePointer
        var progress: TileProgress
        /// Whether the user has interrupted it.
        var isCanceled = false
    }

    private var jobs: [AppKey: Job] = [:]
    /// Called when something is farther than before, or has begun or ended.
    var onChange: @MainActor () -> Void = {}
    /// Called when a process has ended, with the reason if it failed.
    var onEnd: @MainActor (Failure?) -> Void = { _ in }

    /// How far everything is that is being done.
    var progress: [AppKey: TileProgress] { jobs.mapValues(\.progress) }

    func isRunning(for app: AppKey) -> Bool { jobs[app] != nil }

    /// Starts a command of `launcher` for an app, unless one is running for it.
    ///
    /// - Parameter name: The app's name.
    func start(_ work: Work, _ app: AppKey, called name: String) {
        guard jobs[app] == nil else { return }
        guard let launcher = ProcessEnvironment.current.program(nearestNamed: "launcher") else {
            return onEnd(Failure(sentence: "launcher is not in PATH, so nothing can be installed."))
        }
        let report = work == .rollback ? [] : ["--progress", "json"]
        guard
            let process = ChildProcess.start(
                [launcher, work.rawValue, "--group", "\(app.group)"] + report + ["\(app.app)"])
        else { return onEnd(Failure(sentence: "\(launcher) could not be started.")) }
        let (begun, what) = (TileProgress(work.words), "\(work.noun) of \(name)")
        jobs[app] = Job(process: process, progress: begun)
        onChange()
        let follower = ChildProcess(
            process,
            onReport: { [weak self] report in
                self?.jobs[app]?.progress = report.progress
                self?.onChange()
            },
            onEnd: { [weak self] report in self?.finish(app) { Self.failure($0, report, what) } })
        guard !follower.follow(JobReport(begun)) else { return }
        cancel(app)
        finish(app) { _ in Failure(sentence: "\(what) was stopped, because the system has no thread for it.") }
    }

    /// Forgets a job, and says how it ended.
    private func finish(_ app: AppKey, _ failure: (Job) -> Failure?) {
        guard let job = jobs.removeValue(forKey: app) else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(job.process)) }
        let reason = failure(job)
        onChange()
        onEnd(reason)
    }

    private static func failure(_ job: Job, _ report: JobReport, _ what: String) -> Failure? {
        if let end = report.end { return end.sentence.map { Failure(sentence: $0, login: end.login) } }
        if job.isCanceled { return nil }
        guard g_subprocess_get_if_exited(job.process) != 0 else {
            return Failure(sentence: "\(what) was cut off. The part that has arrived is kept; click the app to go on.")
        }
        guard g_subprocess_get_exit_status(job.process) != 0 else { return nil }
        let prefix = "launcher: "
        guard !report.remark.isEmpty else { return Failure(sentence: "\(what) failed without a message.") }
        let isPrefixed = report.remark.hasPrefix(prefix)
        return Failure(sentence: String(report.remark.dropFirst(isPrefixed ? prefix.count : 0)))
    }

    /// Interrupts what is being done with an app. A download resumes the next time.
    func cancel(_ app: AppKey) {
        guard let process = jobs[app]?.process else { return }
        jobs[app]?.isCanceled = true
        ChildProcess.interrupt(process)
    }

    /// Interrupts everything.
    func end() { for app in jobs.keys { cancel(app) } }
}
