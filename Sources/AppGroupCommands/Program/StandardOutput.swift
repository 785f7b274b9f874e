import AppGroup
import AppGroupPlatform
public import AppGroupText

/// What a command writes to standard output, where its data goes.
///
/// If the reader has closed the pipe, each method ends the program by SIGPIPE, or with status 0 if that signal is ignored; if
/// writing fails otherwise, with a message and status 74.
public enum StandardOutput {
    /// Writes a list, for the terminal if standard output is one.
    public static func print(_ listing: some Listing, as format: OutputFormat) {
        var output = OutputBuffer()
        listing.write(to: &output, as: format, for: .current)
        write(output)
    }

    /// Makes one line of text harmless and writes it.
    public static func print(_ text: String) { printLine(SafeText(text).description) }

    /// Writes one line at once. The line must already be harmless.
    public static func printLine(_ line: String) {
        var output = OutputBuffer()
        output.write("\(line)\n")
        write(output)
    }

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
