import AppPackage
import Foundation

/// Asks for a password at the terminal, where it is not shown.
enum PasswordPrompt {
    /// What was typed, without the end of its line; `nil` where nobody is there to type. Throws where nothing was, or Ctrl-C.
    static func ask(_ question: String) throws -> String? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1,
            let line = SecretLine.ask(question, at: STDIN_FILENO, say: { StandardError.write(Array($0.utf8)) })
        else { return nil }
        guard let line else {
            throw ServiceError(.invalid, "No password was typed; nothing was changed.")
        }
        return line
    }
}
