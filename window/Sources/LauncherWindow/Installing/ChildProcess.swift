import AppGroupPlatform
import AppGroupWindow
import CAdwaita

/// A process whose report is read on a thread of its own, line by line.
final class ChildProcess: Sendable {
    // GIO's subprocesses may be used on any thread.
    nonisolated(unsafe) private let process: OpaquePointer
    private let onReport: @MainActor @Sendable (JobReport) -> Void
    private let onEnd: @MainActor @Sendable (JobReport) -> Void

    /// - Parameters:
    ///   - process: A `GSubprocess` with pipes. The caller keeps it until it has ended.
    ///   - onReport: Called when it has said more.
    ///   - onEnd: Called when it has ended.
    @MainActor
    init(
        _ process: OpaquePointer, onReport: @escaping @MainActor @Sendable (JobReport) -> Void,
        onEnd: @escaping @MainActor @Sendable (JobReport) -> Void
    ) {
        (self.process, self.onReport, self.onEnd) = (process, onReport, onEnd)
    }

    /// Starts a program with one pipe for all that it writes.
    ///
    /// - Returns: A `GSubprocess`, which belongs to the caller; `nil` if that failed.
    static func start(_ arguments: [String]) -> OpaquePointer? {
        var words: [UnsafePointer<CChar>?] = arguments.map { UnsafePointer(g_strdup($0)) } + [nil]
        defer { for word in words { g_free(UnsafeMutableRawPointer(mutating: word)) } }
        let flags = GSubprocessFlags(
            rawValue: G_SUBPROCESS_FLAGS_STDERR_MERGE.rawValue | G_SUBPROCESS_FLAGS_STDOUT_PIPE.rawValue)
        return g_subprocess_newv(&words, flags, nil)
    }

    /// Interrupts a `GSubprocess`, unless it has ended. GLib's own function leaves that to a thread, and a window that ends at the
    /// same moment may be gone before that thread runs.
    @MainActor
    static func interrupt(_ process: OpaquePointer) {
        guard let number = g_subprocess_get_identifier(process).flatMap({ Int32(String(cString: $0)) }) else { return }
        Processes.interrupt(number)
    }

    /// Begins to read.
    ///
    /// - Returns: Whether the system has a thread for that.
    func follow(_ report: JobReport) -> Bool {
        Threads.start { [self] in
            var report = report
            readLines { line in
                report.take(line)
                let report = report
                MainLoop.post { [self] in onReport(report) }
            }
            g_subprocess_wait(process, nil, nil)
            let last = report
            MainLoop.post { [self] in onEnd(last) }
        }
    }

    private func readLines(_ use: (String) -> Void) {
        guard let pipe = g_subprocess_get_stdout_pipe(process), let lines = g_data_input_stream_new(pipe) else {
            return
        }
        defer { g_object_unref(UnsafeMutableRawPointer(lines)) }
        while let line = g_data_input_stream_read_line(lines, nil, nil, nil) {
            use(String(cString: line))
            g_free(line)
        }
    }
}
