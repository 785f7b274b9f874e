/// Identifies an account permanently: no later account gets the same number, even under the same name.
public struct AccountID: RawRepresentable, Hashable, Sendable {
    /// The number in the database, above 0.
    public let rawValue: Int64

    /// Takes a number from the database.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// A user who can log in. Each server has its own type, with roles and other properties.
public protocol Account: Sendable {
    /// The type of the name that they log in with, such as ``Swift/String``.
    associatedtype Name: Hashable, Sendable, CustomStringConvertible

    /// The number of the account, which no other account ever gets.
    var id: AccountID { get }
    /// The name that ``LoginLimits`` count. If a user can log in with several names, it is always the same one.
    var name: Name { get }
    /// Whether they are blocked.
    var isDisabled: Bool { get }
    /// Their name in the audit log.
    var actor: String { get }
}

/// An account, and the hash that its password is checked against.
public struct AccountCredentials<Holder: Account>: Sendable {
    /// The user.
    public let user: Holder
    /// The hash that their password is checked against.
    public let password: PasswordHash

    /// Combines both.
    public init(user: Holder, password: PasswordHash) {
        self.user = user
        self.password = password
    }
}

/// The account and the session behind a request with a valid token.
public struct AccountIdentity<Holder: Account>: Sendable {
    /// The user.
    public let user: Holder
    /// One of their sessions.
    public let session: Session

    /// Combines both.
    public init(user: Holder, session: Session) {
        self.user = user
        self.session = session
    }
}

extension AccountIdentity: Equatable where Holder: Equatable {}
extension AccountIdentity: Hashable where Holder: Hashable {}
