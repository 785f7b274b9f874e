import Foundation

/// Asks for a password at the terminal, where it is not shown.
enum PasswordPrompt {
    /// Bytes of a line.
    private static let longestLine = 4096

    /// Ctrl-C.
    private static let interrupt: UInt8 = 3

    /// What was typed, without the end of its line; `nil` where nobody is there to type. Throws where nothing was, or Ctrl-C.
    static func ask(_ question: String) throws -> String? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
        // As a signal, Ctrl-C would leave the terminal silent: it is a key like others, and ends the line as Return does.
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO | ISIG)
        withUnsafeMutableBytes(of: &silent.c_cc) { $0[Int(VEOL)] = interrupt }
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0 else { return nil }
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
            StandardError.write(Array("\n".utf8))
        }
        StandardError.write(Array(question.utf8))
        guard let line = line() else {
            throw ServiceError(.invalid, "No password was typed; nothing was changed.")
        }
        return line
    }

    /// A line of standard input; `nil` where it ends early, or is none of UTF-8.
    private static func line() -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < longestLine {
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1, byte != interrupt else { return nil }
            if byte == UInt8(ascii: "\n") { return String(validating: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }
}
