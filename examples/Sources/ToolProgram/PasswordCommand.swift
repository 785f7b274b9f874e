public import AppGroupPlatform
public import ToolSupport

/// A command that prints a password, such as one of a password manager.
public struct PasswordCommand: Sendable {
    private let words: [String]

    /// How long a command may take: a keyring may ask its user to unlock it.
    public static let patience = Duration.seconds(120)

    /// A line of the shell.
    public init(_ line: String) { words = ["sh", "-c", line] }

    /// A program found through `PATH`, and its arguments.
    public init(_ words: [String]) { self.words = words }

    /// The first line that the command prints; nil if it fails or prints nothing.
    ///
    /// - Throws: An error with status 74 if it can't be run, and 77 if the line is not text.
    public func line() throws(ToolError) -> String? {
        guard let result = try run(), result.ending == .exit(0) else { return nil }
        let line = result.output.prefix { $0 != 10 && $0 != 13 }
        guard !line.isEmpty else { return nil }
        guard let password = String(validating: line, as: UTF8.self) else { throw .passwordIsNotText }
        return password
    }

    /// Runs the command.
    ///
    /// - Parameter input: The bytes of its standard input; nil to let it read this process's.
    /// - Returns: nil if there is no such program.
    public func run(input: [UInt8]? = nil) throws(ToolError) -> Processes.Collected? {
        do throws(SystemError) {
            return try Processes.capture(words, input: input, limit: 4096, killedAfter: Self.patience)
        } catch {
            throw .inputOutput("\(words[0]) can't be run: \(error).")
        }
    }
}

extension Console {
    /// The password on the first line of standard input.
    ///
    /// - Throws: An error with status 77 if there is none.
    public func passwordFromInput() throws(ToolError) -> String {
        guard let line = readLine(), !line.isEmpty else {
            throw ToolError.refused("The first line of standard input has no password.")
        }
        // What isn't UTF-8 was replaced: all such passwords would be the same.
        guard !line.unicodeScalars.contains("\u{FFFD}") else { throw .passwordIsNotText }
        return line
    }

    /// A password: the first line that a command prints or, without one, what the user types.
    ///
    /// - Parameters:
    ///   - name: Whose it is.
    ///   - user: The name of the user in the question, if it is another one.
    ///   - isNew: Whether to ask for it twice, since the typed text is invisible.
    ///   - advice: Advice for a process without a terminal, as the end of a sentence.
    /// - Throws: An error with status 77 if there is none.
    public func password(
        of name: String, user: String? = nil, from command: String?, isNew: Bool = false,
        advice: String = "see --password-command"
    ) throws(ToolError) -> String {
        try password(of: name, from: command, asking: "Password of \(user ?? name):", isNew: isNew, advice: advice)
    }

    /// A password that replaces another one: the first line that a command prints or, without one, what the user types twice.
    ///
    /// - Throws: An error with status 77 if there is none.
    public func newPassword(of name: String, from command: String?) throws(ToolError) -> String {
        try password(
            of: name, from: command, asking: "New password of \(name):", isNew: true,
            advice: "see --new-password-command")
    }

    private func password(
        of name: String, from command: String?, asking question: String, isNew: Bool, advice: String
    ) throws(ToolError) -> String {
        if let command {
            guard let line = try PasswordCommand(command).line() else {
                throw ToolError.refused("The password command of \(name) failed or printed nothing.")
            }
            return line
        }
        let password = try typedPassword(of: name, asking: question, advice: advice)
        if isNew, try typedPassword(of: name, asking: "Repeat the password:", advice: advice) != password {
            throw ToolError.refused("The two passwords differ.")
        }
        return password
    }

    private func typedPassword(
        of name: String, asking question: String, advice: String
    ) throws(ToolError) -> String {
        switch askSecretly(question) {
        case .line(let password) where !password.isEmpty: return password
        case .line, .ended: throw .refused("No password was typed for \(name). Try again.")
        case .notText: throw .passwordIsNotText
        case .noTerminal:
            throw .refused("There is no password for \(name), and no terminal to ask for one: \(advice).")
        }
    }
}

extension ToolError {
    fileprivate static var passwordIsNotText: ToolError { .refused("The password is not text in UTF-8.") }
}
