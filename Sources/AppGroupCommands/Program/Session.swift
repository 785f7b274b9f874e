public import AppGroup

/// Where a command writes, and what the moment is: read once when it starts.
public struct Session: Sendable {
    /// What standard output can show.
    public let terminal: Terminal
    /// The moment at which the command started.
    public let now: Timestamp
    /// Seconds that local time was ahead of UTC at that moment.
    let utcOffset: Int64

    /// The session of this process, read now.
    public static var current: Session {
        let environment = ProcessEnvironment.current
        let isTerminal = StandardStream.output.isTerminal
        let now = Clock.now()
        return Session(
            terminal: Terminal(
                isTerminal: isTerminal, columns: isTerminal ? StandardStream.output.columns : nil,
                noColor: environment["NO_COLOR"], term: environment["TERM"]),
            now: now, utcOffset: Clock.utcOffset(at: now))
    }

    /// Writes a list to standard output.
    ///
    /// A reader that has closed the pipe ends the program with status 0, a failure with a sentence and 74; so it is with
    /// everything that is printed.
    public func print(_ listing: some Listing, as format: OutputFormat) {
        var output = OutputBuffer()
        listing.write(to: &output, as: format, for: terminal)
        Self.write(output)
    }

    /// Writes one line of text to standard output, made harmless.
    public func print(_ text: String) {
        var output = OutputBuffer()
        output.write("\(SafeText(text))\n")
        Self.write(output)
    }

    /// Writes one line that is harmless already, as soon as it is there.
    public func printLine(_ line: String) {
        var output = OutputBuffer()
        output.write("\(line)\n")
        Self.write(output)
    }

    /// How long ago, as a person says it.
    public func ago(_ moment: Timestamp) -> String {
        RelativeTime.phrase(for: Int(moment.seconds), now: Int(now.seconds), utcOffset: Int(utcOffset))
    }

    /// Writes to standard output. Whoever closed a pipe has read enough: that ends the program quietly.
    private static func write(_ output: OutputBuffer) {
        switch StandardStream.output.write(output.bytes) {
        case .written: break
        case .closed: ThisProcess.exit(0)
        case .failed(let reason):
            Talk.say("The output could not be written: \(reason).")
            ThisProcess.exit(74)
        }
    }
}
