import AppGroup
import AppGroupCommands
import AppGroupText
import ToolSupport

/// Standard output, buffered so that a large result leaves in few writes.
struct Output {
    private var buffer = OutputBuffer()

    private static let blockSize = 64 * 1024

    mutating func print(_ text: String) throws(VisaError) {
        buffer.write(text)
        if buffer.bytes.count >= Self.blockSize { try flush() }
    }

    mutating func printSpaces(_ count: Int) throws(VisaError) {
        var rest = count
        while rest > 0 {
            let part = min(rest, Self.spaces.count - 1)
            try print(Self.spaces[part])
            rest -= part
        }
    }

    /// Strings of 0 to 40 spaces.
    private static let spaces = (0...40).map { String(repeating: " ", count: $0) }

    mutating func print(_ value: JSONValue) throws(VisaError) {
        value.write(to: &buffer)
        if buffer.bytes.count >= Self.blockSize { try flush() }
    }

    mutating func print(_ listing: some Listing, as format: OutputFormat) throws(VisaError) {
        listing.write(to: &buffer, as: format, for: Session.current.terminal)
    }

    mutating func flush() throws(VisaError) {
        do throws(Errno) { try StandardStream.output.write(buffer.bytes) } catch {
            throw .outputFailed(error.description)
        }
        buffer = OutputBuffer()
    }
}

/// Messages for the user, on standard error. Failures are ignored: there is nobody to tell.
enum Console {
    /// Writes a sentence after the tool's name.
    static func say(_ sentence: some CustomStringConvertible) {
        draw("visa: \(SafeText(sentence.description))\n")
    }

    /// Writes harmless text as it is.
    static func draw(_ text: String) {
        try? StandardStream.error.write(Array(text.utf8))
    }

    /// The columns of the terminal; nil if there is none, or if it can't redraw a line.
    static var columns: Int? {
        guard StandardStream.error.isTerminal, ProcessEnvironment.current["TERM"] != "dumb" else { return nil }
        return StandardStream.error.columns ?? 80
    }
}
