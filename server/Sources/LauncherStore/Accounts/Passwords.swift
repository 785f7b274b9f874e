import AppGroupCommands
import AppGroupPlatform
import AppGroupText

/// Passwords come from lines of standard input or from the person at the terminal, never from the command line, which everybody
/// on the machine can read.
enum Passwords {
    /// Reads a line of standard input for each of these passwords.
    static func lines(_ names: [String]) throws -> [String] {
        try names.map { name in
            guard let line = readLine(), !line.isEmpty, line.utf8.count <= longest else {
                throw Misuse(
                    "Standard input has no line with the \(name); --password-stdin needs one for each password.")
            }
            // What isn't UTF-8 was replaced: all such passwords would be the same.
            guard !line.unicodeScalars.contains("\u{FFFD}") else {
                throw Misuse("The \(name) on standard input is not UTF-8; nothing has been changed.")
            }
            return line
        }
    }

    /// Asks the person at the terminal.
    static func ask(_ question: String) throws -> String {
        switch SecretPrompt.ask(question) {
        case .line(let password) where !password.isEmpty && password.utf8.count <= longest: return password
        case .notText: throw Misuse("The password is not UTF-8; nothing has been changed.")
        case .line, .ended, .noTerminal:
            throw Misuse(
                "A password is needed. Type it in a terminal, or pass it on standard input with --password-stdin.")
        }
    }

    /// In bytes, more than any password that a person types.
    private static let longest = 1024
}

/// Asks for a secret in the terminal without showing what is typed.
enum SecretPrompt {
    static func ask(_ question: String) -> SecretLine.Answer {
        let question = "\(SafeText(question)) "
        // Under `su -c`, no terminal controls the process.
        guard let terminal = try? Descriptor.terminal() else { return SecretLine.ask(question) }
        return SecretLine.ask(question, at: terminal.number) { text in
            try? terminal.write(Array(text.utf8)[...])
        }
    }
}
