public import AppGroup
import AppGroupPlatform
public import AppGroupText

/// The terminal that a command writes to, and the time: both are read once, when the command starts.
public struct Session: Sendable {
    /// The capabilities of standard output.
    public let terminal: Terminal
    /// The time at which the command started.
    public let now: Timestamp
    /// The number of seconds that local time was ahead of UTC at that time.
    let utcOffset: Int64

    /// The session of this process, read now.
    public static var current: Session {
        let now = Timestamp.now
        return Session(terminal: .current, now: now, utcOffset: SystemClock.utcOffset(at: now))
    }

    /// Writes a list to standard output.
    ///
    /// If the reader has closed the pipe, this and the other print methods end the program by SIGPIPE, or with status 0 if
    /// that signal is ignored; if writing fails otherwise, with a message and status 74.
    public func print(_ listing: some Listing, as format: OutputFormat) {
        var output = OutputBuffer()
        listing.write(to: &output, as: format, for: terminal)
        Self.write(output)
    }

    /// Makes one line of text harmless and writes it to standard output.
    public func print(_ text: String) {
        var output = OutputBuffer()
        output.write("\(SafeText(text))\n")
        Self.write(output)
    }

    /// Writes one line to standard output at once. The line must already be harmless.
    public func printLine(_ line: String) { Self.printLine(line) }

    /// The same for a command that needs no other property of the session.
    package static func printLine(_ line: String) {
        var output = OutputBuffer()
        output.write("\(line)\n")
        write(output)
    }

    /// The time since a moment, such as “2 h ago”.
    public func ago(_ moment: Timestamp) -> String {
        RelativeTime.phrase(for: Int(moment.seconds), now: Int(now.seconds), utcOffset: Int(utcOffset))
    }

    /// A moment by the user's clock, such as “2026-03-04 05:06:07”.
    public func localTime(_ moment: Timestamp) -> String { LocalTime.text(moment) }

    /// Writes to standard output. If the reader has closed the pipe, the program ends without a message.
    private static func write(_ output: OutputBuffer) {
        switch StandardStream.output.write(output.bytes) {
        case .written: break
        case .closed: Program.end()
        case .failed(let reason):
            Talk.say("The output could not be written: \(reason).")
            Program.end(with: .inputOutput)
        }
    }
}
