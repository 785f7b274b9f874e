public import AppGroup
import AppGroupPlatform
public import AppGroupText

/// What a command writes to standard output, for the terminal there and as people say it at some moment.
public struct Session: Sendable {
    /// The capabilities of standard output.
    public let terminal: Terminal
    /// The moment from which ``ago(_:)`` looks back.
    public let now: Timestamp
    /// The number of seconds that local time is ahead of UTC at that moment.
    private let utcOffset: Int64

    /// The standard output of this process, at a moment.
    public init(at now: Timestamp) {
        (terminal, self.now, utcOffset) = (.current, now, SystemClock.utcOffset(at: now))
    }

    /// The standard output of this process, now. Each call reads the clock and the terminal again.
    public static var current: Session { Session(at: .now) }

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

    /// The same for a command that needs nothing else of it.
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
