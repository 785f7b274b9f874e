import AppGroup
import AppGroupPlatform

/// A login to one server.
struct Account: Sendable {
    /// What proves to the server who asks.
    enum Credential: Sendable {
        /// The token that the server gave for a password.
        case token(Token)
        /// The output of a command of the user, which runs each time the token is needed.
        case command(String)
    }

    let server: ServerAddress
    /// The user's name there; `nil` if only their command knows it.
    let user: String?
    /// The group that the server's packages belong to.
    let group: GroupID
    let credential: Credential
    /// A file with the certificates of a company's own authority.
    let authorityFile: String?

    /// The server and the user's name there, as part of a sentence.
    var phrase: String { "\(server)\(user.map { " as \($0)" } ?? "")" }

    /// The source of what this server offers.
    var source: OfferSource { get throws { try OfferSource(server.description) } }

    /// The user's command that prints the token; `nil` if the token itself is kept.
    var tokenCommand: TokenCommand? {
        if case .command(let command) = credential { TokenCommand(command: command) } else { nil }
    }

    /// The token. A command may have to run for it.
    func token() throws(ClientError) -> Token {
        switch credential {
        case .token(let token): token
        case .command(let command): try TokenCommand(command: command).token()
        }
    }
}

/// A secret that proves to a server who asks. It is shown nowhere: not when it is interpolated, nor in a failed test or a log.
struct Token: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// Only for the header field.
    let secret: String

    /// Takes 1 to 4096 visible characters of ASCII (RFC 6750 section 2.1 allows fewer), so that it cannot add
    /// another field to a header; `nil` for anything else.
    init?(_ text: some StringProtocol) {
        guard 1...4096 ~= text.utf8.count, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return nil }
        secret = String(text)
    }

    var description: String { "(a token)" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

/// A shell command of the user that prints a token, for instance by asking a password manager.
struct TokenCommand {
    let command: String

    /// Runs the command and returns the token that it prints.
    ///
    /// - Throws: ``ClientError``, which never contains what the command printed.
    func token() throws(ClientError) -> Token {
        let ending: Processes.Collected
        do throws(SystemError) {
            ending = try HelperProgram(arguments: ["/bin/sh", "-c", command]).run()
        } catch {
            throw failed("could not be started: \(error.message)")
        }
        guard let status = ending.status else { throw failed("printed too much, or took longer than a minute") }
        guard status == 0 else { throw failed("ended with status \(status)") }
        let lines = String(decoding: ending.output, as: UTF8.self).split { $0.isNewline || $0 == " " }
        guard lines.count == 1, let token = Token(lines[0]) else {
            throw failed("did not print one token and nothing else")
        }
        return token
    }

    /// The error for a token that a server does not accept.
    func refused(by server: ServerAddress) -> ClientError {
        failed("printed a token that \(server) does not know or that has expired")
    }

    private func failed(_ reason: String) -> ClientError {
        ClientError(
            .notPermitted, "The token command “\(command)” \(reason). Fix it, or log in again with another one.")
    }
}
