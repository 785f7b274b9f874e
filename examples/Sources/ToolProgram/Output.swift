import AppGroupCommands
import AppGroupPlatform
public import AppGroupText
import ToolSupport

/// Standard output, buffered so that a large result leaves in few writes.
public struct Output {
    private var buffer = OutputBuffer()

    private static let blockSize = 64 * 1024

    /// An empty buffer.
    public init() {}

    /// Prints harmless text as it is.
    public mutating func print(_ text: String) throws(ToolError) {
        buffer.write(text)
        if buffer.bytes.count >= Self.blockSize { try flush() }
    }

    /// Prints this many spaces.
    public mutating func printSpaces(_ count: Int) throws(ToolError) {
        var rest = count
        while rest > 0 {
            let part = min(rest, Self.spaces.count - 1)
            try print(Self.spaces[part])
            rest -= part
        }
    }

    /// Strings of 0 to 40 spaces.
    private static let spaces = (0...40).map { String(repeating: " ", count: $0) }

    /// Prints a part of a JSON document.
    public mutating func print(_ value: JSONValue) throws(ToolError) {
        value.write(to: &buffer)
        if buffer.bytes.count >= Self.blockSize { try flush() }
    }

    /// Prints a list in a format, for the terminal of this process if it has one.
    public mutating func print(_ listing: some Listing, as format: OutputFormat) throws(ToolError) {
        listing.write(to: &buffer, as: format, for: .current)
    }

    /// Writes what has been printed.
    public mutating func flush() throws(ToolError) {
        try Self.write(buffer.bytes)
        buffer = OutputBuffer()
    }

    /// Writes harmless text at once, as it is.
    public static func write(_ text: String) throws(ToolError) { try write(Array(text.utf8)) }

    /// Writes bytes at once. If the reader has closed the pipe, this ends the program without a message: by SIGPIPE, or with
    /// status 0 if that signal is ignored.
    public static func write(_ bytes: [UInt8]) throws(ToolError) {
        do throws(SystemError) { try StandardStream.output.writeAll(bytes) } catch .brokenPipe {
            Program.end()
        } catch {
            throw .inputOutput("The output could not be written: \(error).")
        }
    }

    /// Prints a list, and writes it at once.
    public static func write(_ listing: some Listing, as format: OutputFormat) throws(ToolError) {
        var output = Output()
        try output.print(listing, as: format)
        try output.flush()
    }
}
