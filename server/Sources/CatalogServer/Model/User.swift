import Accounts
import AppCatalog
import AppGroup
import Serving

/// A user who may log in.
struct User: Account, Hashable {
    typealias ID = AccountID

    let id: ID
    let name: UserName
    let role: AccountRole
    /// Whether they are disabled.
    let isDisabled: Bool
    let created: Timestamp

    var actor: String { "\(name)" }
}

/// Users who are granted packages together.
struct Team: Hashable, Sendable {
    /// Identifies the team permanently: no later team gets the same one, even under the same name.
    struct ID: RawRepresentable, Hashable, Sendable {
        let rawValue: Int64
    }

    let name: TeamName
    let created: Timestamp
    /// Ordered by name.
    let members: [UserName]
}

/// The user and session behind a request with a valid token.
typealias Identity = AccountIdentity<User>

extension Identity {
    /// Throws `forbidden` if the user's role is lower.
    func require(_ role: AccountRole) throws(ServiceError) {
        guard user.role >= role else {
            throw ServiceError(
                .forbidden, "\(user.name) does not have the role \(role.rawValue); ask an administrator.")
        }
    }
}

/// A user and the hash that their password is checked against.
typealias Credentials = AccountCredentials<User>

/// Logs users in and out.
typealias CatalogAuthenticator = Authenticator<User, Changes>

extension CatalogAuthenticator {
    /// Starts a session if the password is right. The log names the user even if it is wrong, so that an administrator can see whose
    /// account is under attack. A name that nobody has may be a mistyped password, and does not get there.
    func logIn(
        _ request: LoginRequest, from address: ClientAddress?, observedBy log: RequestObservation
    ) async throws -> (SessionToken, Identity) {
        try await logIn(
            as: try? UserName(typed: request.user), password: request.password, client: request.client, from: address,
            noting: { log.user = "\($0.name)" })
    }
}
