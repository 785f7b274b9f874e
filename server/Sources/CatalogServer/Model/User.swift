import AppCatalog
import AppGroup

/// Somebody who may log in.
struct User: Hashable, Sendable {
    /// Identifies the user for good: no later user gets the same one, even under the same name.
    struct ID: RawRepresentable, Hashable, Sendable {
        let rawValue: Int64
    }

    let id: ID
    let name: UserName
    let role: AccountRole
    /// Whether they are blocked.
    let isDisabled: Bool
    let created: Timestamp
}

/// Users who are granted packages together.
struct Team: Hashable, Sendable {
    /// Identifies the team for good: no later team gets the same one, even under the same name.
    struct ID: RawRepresentable, Hashable, Sendable {
        let rawValue: Int64
    }

    let name: TeamName
    let created: Timestamp
    /// Ordered by name.
    let members: [UserName]
}

/// The user and session behind a request with a valid token.
struct Identity: Hashable, Sendable {
    let user: User
    let session: Session

    /// Throws `forbidden` if the user's role is lower.
    func require(_ role: AccountRole) throws(ServiceError) {
        guard user.role >= role else {
            throw ServiceError(
                .forbidden, "\(user.name) does not have the role \(role.rawValue); ask an administrator.")
        }
    }
}
