import AppGroupTerminal

/// Where passwords come from: lines of standard input, or the person at the terminal. Never from the command line, which
/// everybody on the machine may read.
enum Passwords {
    /// Lines of standard input, one for each that is wanted.
    static func lines(_ names: [String]) throws -> [String] {
        try names.map { name in
            guard let line = readLine(), !line.isEmpty, line.utf8.count <= longest else {
                throw Misuse(
                    "Standard input has no line with the \(name); --password-stdin wants one for each password.")
            }
            return line
        }
    }

    /// Asks the person.
    static func ask(_ question: String) throws -> String {
        guard let password = SecretPrompt.ask(question), !password.isEmpty, password.utf8.count <= longest else {
            throw Misuse(
                "A password is wanted. Type it in a terminal, or give it on standard input with --password-stdin.")
        }
        return password
    }

    /// Bytes; no password that a person has is longer.
    private static let longest = 1024
}
