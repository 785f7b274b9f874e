import AppGroupPlatform
public import ArgumentParser
import Serving

/// Where a new password comes from: standard input, the person at the terminal, or a random generator.
public struct PasswordOptions: ParsableArguments {
    /// Whether it comes from standard input.
    @Flag(help: "Read the password from the first line of standard input.") public var passwordStdin = false

    /// Without any options.
    public init() {}

    /// The given password; `nil` if one is to be generated.
    ///
    /// - Parameter name: Whose password it is, for the question.
    public func text(for name: String) throws -> String? {
        if passwordStdin {
            return try Self.password(in: readLine())
        }
        guard let typed = try PasswordPrompt.ask("Password for \(name) (Enter generates one): "), !typed.isEmpty else {
            return nil
        }
        guard try PasswordPrompt.ask("Repeat the password: ") == typed else {
            throw ServiceError(.invalid, "The two passwords differ; nothing was changed.")
        }
        return typed
    }

    /// The password in the first line of standard input, without the byte order mark that some programs write.
    static func password(in line: String?) throws(ServiceError) -> String {
        let password = String((line ?? "").unicodeScalars.drop { $0 == "\u{FEFF}" })
        guard !password.isEmpty else { throw ServiceError(.invalid, "There is no password on standard input.") }
        // What isn't UTF-8 was replaced: all such passwords would be the same.
        guard !password.unicodeScalars.contains("\u{FFFD}") else {
            throw ServiceError(.invalid, "The password on standard input is not UTF-8; nothing was changed.")
        }
        return password
    }
}

/// Asks for a password at the terminal without showing what is typed.
enum PasswordPrompt {
    /// The typed line without its end; `nil` if standard input or standard error is not a terminal. Throws if the line ended early,
    /// as by Ctrl-C, or is not UTF-8.
    static func ask(_ question: String) throws(ServiceError) -> String? {
        switch SecretLine.ask(question) {
        case .line(let line): return line
        case .noTerminal: return nil
        case .ended: throw ServiceError(.invalid, "No password was typed; nothing was changed.")
        case .notText: throw ServiceError(.invalid, "The password is not UTF-8; nothing was changed.")
        }
    }
}
