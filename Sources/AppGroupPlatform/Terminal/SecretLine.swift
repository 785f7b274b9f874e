#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A line of text that is typed into a terminal and not shown.
package enum SecretLine {
    /// The most bytes of a line.
    private static let longest = 4096

    /// Ctrl-C. As a signal it would leave the terminal silent, so it is an ordinary key here and ends the line as Return does.
    private static let interrupt: UInt8 = 3

    /// Asks for a line, and leaves the terminal as it was.
    ///
    /// - Parameters:
    ///   - terminal: The terminal's descriptor.
    ///   - say: Writes to the person: the question, and the end of the line.
    /// - Returns: The inner value is the line without its end, or `nil` if it ended early (by Ctrl-C, for instance) or is not
    ///   UTF-8. The outer value is `nil` if `terminal` is not a terminal that can be silenced.
    package static func ask(_ question: String, at terminal: Int32, say: (String) -> Void) -> String?? {
        var before = termios()
        guard tcgetattr(terminal, &before) == 0 else { return .none }
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO | ISIG)
        withUnsafeMutableBytes(of: &silent.c_cc) { $0[Int(VEOL)] = interrupt }
        guard tcsetattr(terminal, TCSAFLUSH, &silent) == 0 else { return .none }
        defer {
            tcsetattr(terminal, TCSAFLUSH, &before)
            say("\n")
        }
        say(question)
        return .some(line(from: terminal))
    }

    private static func line(from terminal: Int32) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < longest {
            let count = read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1, byte != interrupt else { return nil }
            if byte == UInt8(ascii: "\n") { return String(validating: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }
}
