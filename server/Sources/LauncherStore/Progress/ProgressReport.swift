import AppGroup
import AppGroupPlatform
import AppGroupText

/// Tells another program how far an installation is: lines of JSON on standard output, as docs/json.md promises.
///
/// The installation continues even if nothing reads the lines any longer.
struct ProgressReport: Sendable {
    /// What is being done with an app, or how that ended.
    enum Phase: String, Sendable { case download, install, installed, failed }

    /// Writes a line about an app.
    ///
    /// - Parameters:
    ///   - done: How many bytes of its package are here.
    ///   - total: The size of the package in bytes.
    ///   - sentence: How it ended; `nil` before that.
    func note(_ phase: Phase, _ app: AppID, done: UInt64, total: UInt64, sentence: String? = nil) {
        var members: [(String, JSONValue)] = [
            ("version", 1), ("app", JSONValue(text: app)), ("phase", .string(phase.rawValue)),
            ("done", .integer(Int(clamping: min(done, total)))), ("total", .integer(Int(clamping: total))),
        ]
        if let sentence { members.append(("sentence", .string(sentence))) }
        write(.object(members))
    }

    /// Writes the last line.
    ///
    /// - Parameters:
    ///   - status: The exit status that the command will have.
    ///   - failure: Why it failed; `nil` if it did not, or if each failure of several apps has its own line.
    func end(status: Int32, _ failure: (any Error)?) {
        write([
            "version": 1, "app": nil, "phase": "end", "status": .integer(Int(status)),
            "sentence": JSONValue(text: failure.map { "\($0)" }),
            "login": JSONValue(text: (failure as? ClientError)?.server),
        ])
    }

    private func write(_ line: JSONValue) {
        var output = OutputBuffer()
        line.write(to: &output)
        output.write("\n")
        ThisProcess.withoutBrokenPipeSignal { _ = StandardStream.output.write(output.bytes) }
    }
}
