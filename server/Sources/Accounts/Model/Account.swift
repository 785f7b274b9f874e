/// Identifies an account for good: no later account gets the same one, even under the same name.
public struct AccountID: RawRepresentable, Hashable, Sendable {
    /// Above 0.
    public let rawValue: Int64

    /// Takes a number from the database.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// Somebody who may log in. Each server has a type of its own, with roles and whatever else it knows.
public protocol Account: Sendable {
    /// What they log in with, such as ``Swift/String``.
    associatedtype Name: Hashable, Sendable, CustomStringConvertible

    var id: AccountID { get }
    /// The name that ``LoginLimits`` count. If somebody can log in with several names, it is always the same one.
    var name: Name { get }
    /// Whether they are blocked.
    var isDisabled: Bool { get }
    /// What the audit log calls them.
    var actor: String { get }
}

/// An account, and the hash that its password is checked against.
public struct AccountCredentials<Holder: Account>: Sendable {
    /// Who it is.
    public let user: Holder
    /// What their password is checked against.
    public let password: PasswordHash

    /// Puts both together.
    public init(user: Holder, password: PasswordHash) {
        self.user = user
        self.password = password
    }
}

/// The account and the session behind a request with a valid token.
public struct AccountIdentity<Holder: Account>: Sendable {
    /// Who it is.
    public let user: Holder
    /// One of their logins.
    public let session: Session

    /// Puts both together.
    public init(user: Holder, session: Session) {
        self.user = user
        self.session = session
    }
}

extension AccountIdentity: Equatable where Holder: Equatable {}
extension AccountIdentity: Hashable where Holder: Hashable {}
