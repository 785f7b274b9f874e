/// What a number of changes of the data are about, in a form that is cheap to ask.
public protocol ChangeSummary: Sendable {
    /// What one change is about.
    associatedtype Element: Sendable

    /// Nobody knows what has changed.
    static var unknown: Self { get }

    init(_ changes: some Sequence<Element>)

    /// Whether anything may have changed, besides what the other members say.
    var isUnknown: Bool { get }

    /// The users whose logins may have ended.
    var loggedOut: Set<AccountID> { get }

    /// Whether the user's login may have ended. Without a session, only the account counts.
    func concernsLogin(of user: AccountID, in session: Session.ID?) -> Bool
}

/// What a change is about, for a server that keeps nothing but sessions in memory.
public enum LoginChange: Hashable, Sendable {
    /// The user was renamed, disabled, enabled or removed, or has another role.
    case account(of: AccountID)
    /// A session of the user ended.
    case session(Session.ID, of: AccountID)
}

/// What a number of ``LoginChange``s are about.
public struct LoginChanges: ChangeSummary, Hashable {
    /// One change.
    public typealias Element = LoginChange

    /// Whether nobody knows what has changed.
    public private(set) var isUnknown = false
    /// The users of all changes.
    public private(set) var loggedOut: Set<AccountID> = []
    private var accounts: Set<AccountID> = []
    private var sessions: Set<Session.ID> = []

    /// Nobody knows what has changed.
    public static let unknown: LoginChanges = {
        var changes = LoginChanges([])
        changes.isUnknown = true
        return changes
    }()

    /// Sums changes up.
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
