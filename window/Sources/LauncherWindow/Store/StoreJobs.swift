import AppGroup
import AppGroupPlatform
import AppGroupWindow
import CAdwaita

/// What `launcher` does for the window in processes of its own: it installs, updates and goes back.
@MainActor
final class StoreJobs {
    enum Work: String { case install, update, rollback }

    /// SIGINT.
    private static let interrupt: Int32 = 2
    /// The running processes, by the apps that they are about.
    private var running: [AppID: OpaquePointer] = [:]
    /// Called when a process has been started or has ended.
    var onChange: @MainActor () -> Void = {}
    /// Called when a process has ended, with the last line of its message if it failed.
    var onEnd: @MainActor (String?) -> Void = { _ in }

    /// The apps that something is being done with.
    var apps: Set<AppID> { Set(running.keys) }

    /// Starts a command of `launcher` for an app, unless one is running for it.
    func start(_ work: Work, _ app: AppID, in group: GroupID) {
        guard running[app] == nil else { return }
        guard let launcher = AppOpener.launcher(.current) else {
            return onEnd("launcher is not in PATH, so that nothing can be installed.")
        }
        let arguments = [launcher, work.rawValue, "--group", "\(group)", "\(app)"]
        var words: [UnsafePointer<CChar>?] = arguments.map { UnsafePointer(g_strdup($0)) } + [nil]
        defer { for word in words { g_free(UnsafeMutableRawPointer(mutating: word)) } }
        let flags = GSubprocessFlags(
            rawValue: G_SUBPROCESS_FLAGS_STDERR_PIPE.rawValue | G_SUBPROCESS_FLAGS_STDOUT_SILENCE.rawValue)
        guard let process = g_subprocess_newv(&words, flags, nil) else {
            return onEnd("\(launcher) could not be started.")
        }
        running[app] = process
        onChange()
        let ending = Ending { [weak self] message in
            guard let self else { return }
            running[app] = nil
            g_object_unref(UnsafeMutableRawPointer(process))
            onChange()
            onEnd(message)
        }
        g_subprocess_communicate_utf8_async(
            process, nil, nil,
            { process, result, data in
                var errors: UnsafeMutablePointer<CChar>?
                let child = process.map { OpaquePointer($0) }
                g_subprocess_communicate_utf8_finish(child, result, nil, &errors, nil)
                let text = errors.map { String(cString: $0) } ?? ""
                g_free(errors)
                let hasFailed = g_subprocess_get_if_exited(child) == 0 || g_subprocess_get_exit_status(child) != 0
                let wasInterrupted = g_subprocess_get_if_signaled(child) != 0
                let last = text.split(whereSeparator: \.isNewline).last.map(String.init)
                let message = hasFailed && !wasInterrupted ? last ?? "The command failed without a message." : nil
                nonisolated(unsafe) let data = data!
                MainActor.assumeIsolated { Unmanaged<Ending>.fromOpaque(data).takeRetainedValue().call(message) }
            }, Unmanaged.passRetained(ending).toOpaque())
    }

    private final class Ending {
        let call: @MainActor (String?) -> Void
        init(_ call: @escaping @MainActor (String?) -> Void) { self.call = call }
    }

    /// Interrupts what is being done with an app. A download resumes the next time.
    func cancel(_ app: AppID) {
        if let process = running[app] { g_subprocess_send_signal(process, Self.interrupt) }
    }

    /// Interrupts everything.
    func end() { for app in running.keys { cancel(app) } }
}
