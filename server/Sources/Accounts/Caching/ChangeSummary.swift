/// A summary of several changes of the data, in a form that is cheap to query.
public protocol ChangeSummary: Sendable {
    /// One change.
    associatedtype Element: Sendable

    /// Unknown changes: anything may have changed.
    static var unknown: Self { get }

    init(_ changes: some Sequence<Element>)

    /// Whether anything may have changed, in addition to the other members.
    var isUnknown: Bool { get }

    /// The users whose logins may have ended.
    var loggedOut: Set<AccountID> { get }

    /// Whether the user's login may have ended. Without a session, only the account counts.
    func concernsLogin(of user: AccountID, in session: Session.ID?) -> Bool
}

/// One change, for a server that keeps only sessions in memory.
public enum LoginChange: Hashable, Sendable {
    /// The user was renamed, disabled, enabled or removed, or has another role.
    case account(of: AccountID)
    /// A session of the user ended.
    case session(Session.ID, of: AccountID)
}

/// A summary of several ``LoginChange``s.
public struct LoginChanges: ChangeSummary, Hashable {
    /// One change.
    public typealias Element = LoginChange

    /// Whether anything may have changed.
    public private(set) var isUnknown = false
    /// The users of all changes.
    public private(set) var loggedOut: Set<AccountID> = []
    private var accounts: Set<AccountID> = []
    private var sessions: Set<Session.ID> = []

    /// Unknown changes: anything may have changed.
    public static let unknown: LoginChanges = {
        var changes = LoginChanges([])
        changes.isUnknown = true
        return changes
    }()

    /// Summarizes changes.
    public init(_ changes: some Sequence<LoginChange>) {
        for change in changes {
            switch change {
            case .account(let user):
                accounts.insert(user)
                loggedOut.insert(user)
            case .session(let session, let user):
                sessions.insert(session)
                loggedOut.insert(user)
            }
        }
    }

    /// Whether the login may have ended.
    public func concernsLogin(of user: AccountID, in session: Session.ID?) -> Bool {
        isUnknown || accounts.contains(user) || session.map(sessions.contains) ?? false
    }
}
