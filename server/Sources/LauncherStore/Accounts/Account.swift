import AppCatalog
import AppGroup

/// A login at one server.
struct Account: Sendable {
    /// Where the proof of who asks comes from.
    enum Credential: Sendable {
        /// The token that the server gave for a password.
        case token(Token)
        /// What the user's own command prints, each time that it is needed.
        case command(String)
    }

    let server: ServerAddress
    /// The user's name there; `nil` where only his command knows.
    let user: String?
    /// The family that the server's packages belong to.
    let group: GroupID
    /// What he may do there, as far as the server said.
    let role: AccountRole?
    let credential: Credential
    /// A file with the certificates of a company's own authority.
    let authorityFile: String?

    /// Who offers what comes from here.
    var source: OfferSource { get throws { try OfferSource(server.description) } }

    /// The user's own way to the token; `nil` where the token is kept.
    var tokenCommand: TokenCommand? {
        if case .command(let command) = credential { TokenCommand(command: command) } else { nil }
    }

    /// The token, which a command may have to be asked for.
    func token() throws(StoreError) -> Token {
        switch credential {
        case .token(let token): token
        case .command(let command): try TokenCommand(command: command).token()
        }
    }
}
