import Foundation

/// Asks for a password at the terminal, where it is not shown.
enum PasswordPrompt {
    /// What was typed, without the end of its line; `nil` where nobody is there to type.
    static func ask(_ question: String) throws -> String? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0 else { return nil }
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
            StandardError.write(Array("\n".utf8))
        }
        StandardError.write(Array(question.utf8))
        guard let line = readLine() else {
            throw ServiceError(.invalid, "No password was typed; nothing was changed.")
        }
        return line
    }
}
