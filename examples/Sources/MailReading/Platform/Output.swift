#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// An open file that takes bytes: standard output, standard error, or a file being written.
public struct Output: Sendable {
    private let descriptor: CInt

    /// Where data goes.
    public static let standard = Output(STDOUT_FILENO)

    /// Where talk goes.
    public static let standardError = Output(STDERR_FILENO)

    init(_ descriptor: CInt) { self.descriptor = descriptor }

    /// The width of the terminal behind this output in columns; nil where there is none.
    public var columns: Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Writes all of a text, at once and unbuffered.
    public func print(_ text: String) throws(MailError) {
        do throws(Errno) {
            try put(Array(text.utf8))
        } catch {
            throw MailError(.inputOutput, "The output could not be written: \(error).")
        }
    }

    func put(_ bytes: [UInt8]) throws(Errno) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try Errno.check { rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } }
            rest = rest.dropFirst(count)
        }
    }
}
