#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A line of text that is typed into a terminal and not shown.
public enum SecretLine {
    /// What came of a question.
    public enum Answer: Equatable, Sendable {
        /// The line without its end.
        case line(String)
        /// The line ended early, by Ctrl-C or Ctrl-D for instance, or was too long.
        case ended
        /// The line is not UTF-8.
        case notText
        /// There is no terminal that can be silenced.
        case noTerminal
    }

    /// The most bytes of a line.
    private static let longest = 4096

    /// Ctrl-C. As a signal it would leave the terminal silent, so it is an ordinary key here and ends the line as Return does.
    private static let interrupt: UInt8 = 3

    /// Asks for a line on standard error, if that and standard input are a terminal.
    ///
    /// The terminal may belong to another session, as under `su -c`: an administrator must be able to type a user's password
    /// there. `Talk.ask` is stricter, because a program that a desktop's key started may have inherited a console that nobody
    /// sees.
    public static func ask(_ question: String) -> Answer {
        guard StandardStream.input.isTerminal, StandardStream.error.isTerminal else { return .noTerminal }
        return ask(question, at: StandardStream.input.rawValue) { StandardStream.error.write(Array($0.utf8)) }
    }

    /// Asks for a line, and leaves the terminal as it was.
    ///
    /// - Parameters:
    ///   - terminal: The terminal's descriptor.
    ///   - say: Writes to the person: the question, and the end of the line.
    package static func ask(_ question: String, at terminal: Int32, say: (String) -> Void) -> Answer {
        var before = termios()
        guard tcgetattr(terminal, &before) == 0 else { return .noTerminal }
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO | ISIG)
        withUnsafeMutableBytes(of: &silent.c_cc) { $0[Int(VEOL)] = interrupt }
        guard tcsetattr(terminal, TCSAFLUSH, &silent) == 0 else { return .noTerminal }
        defer {
            tcsetattr(terminal, TCSAFLUSH, &before)
            say("\n")
        }
        say(question)
        return line(from: terminal)
    }

    private static func line(from terminal: Int32) -> Answer {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < longest {
            let count = read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1, byte != interrupt else { return .ended }
            if byte == UInt8(ascii: "\n") {
                return String(validating: bytes, as: UTF8.self).map(Answer.line) ?? .notText
            }
            bytes.append(byte)
        }
        return .ended
    }
}
