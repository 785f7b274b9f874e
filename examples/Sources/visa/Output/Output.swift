import AppGroupTerminal

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Standard output, gathered so that much of it leaves in one write.
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

    /// None to forty.
    private static let spaces = (0...40).map { String(repeating: " ", count: $0) }

    mutating func print(_ value: JSONValue) throws(VisaError) {
        value.write(to: &buffer)
        if buffer.bytes.count >= Self.blockSize { try flush() }
    }

    mutating func print(_ listing: some Listing, as format: OutputFormat) throws(VisaError) {
        listing.write(to: &buffer, as: format, for: Session.current.terminal)
    }

    mutating func flush() throws(VisaError) {
        try Self.put(buffer.bytes, to: STDOUT_FILENO)
        buffer = OutputBuffer()
    }

    /// Talks to the person, beside the data on standard output. Where nobody can be reached there is nobody to tell.
    static func say(_ sentence: some CustomStringConvertible) {
        try? put(Array("visa: \(SafeText(sentence.description))\n".utf8), to: STDERR_FILENO)
    }

    /// The columns of the terminal that standard error is; nil where it is none, or one that can't redraw a line.
    static var errorColumns: Int? {
        var size = winsize()
        guard isatty(STDERR_FILENO) == 1, getenv("TERM").map({ String(cString: $0) }) != "dumb",
            ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0
        else { return nil }
        return size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// Draws on standard error what is harmless.
    static func show(_ text: String) {
        try? put(Array(text.utf8), to: STDERR_FILENO)
    }

    private static func put(_ bytes: [UInt8], to descriptor: CInt) throws(VisaError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw .outputFailed(String(cString: strerror(errno)))
            }
        }
    }
}
