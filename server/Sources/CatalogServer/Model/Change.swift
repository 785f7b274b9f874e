import Accounts
import AppGroup

/// What one change of the catalog's data is about.
enum Change: Hashable, Sendable {
    /// A release of the package was published, changed or removed.
    case releases(of: AppID)
    /// A grant was made, changed or removed. Without a package, it covers all packages.
    case grant(of: AppID?, to: Holder)
    /// The user joined or left a team.
    case membership(of: User.ID)
    /// The user was renamed, disabled, enabled or removed, or has another role.
    case account(of: User.ID)
    /// A session of the user ended.
    case session(Session.ID, of: User.ID)

    /// Who holds a grant.
    enum Holder: Hashable, Sendable {
        case user(User.ID)
        case team(Team.ID)
        case everyone
    }
}

/// What a number of changes are about, in a form that is cheap to ask.
struct Changes: ChangeSummary, Hashable {
    typealias Element = Change

    /// The changes that are about logins.
    private var logins = LoginChanges([])
    /// The packages whose releases changed.
    private(set) var packages: Set<AppID> = []
    /// The users whose own grants or memberships changed.
    private(set) var holders: Set<User.ID> = []
    /// The teams whose grants changed.
    private(set) var teams: Set<Team.ID> = []
    /// Whether a grant to everyone changed.
    private(set) var concernsEveryone = false
    /// The packages of changed grants to teams and to everyone.
    private var granted: Set<AppID> = []
    /// Whether a changed grant to a team or to everyone covers all packages.
    private var isEverythingGranted = false

    /// Anything may have changed.
    static let unknown: Changes = {
        var changes = Changes([])
        changes.logins = .unknown
        return changes
    }()

    /// Whether anything may have changed, besides what the other members say.
    var isUnknown: Bool { logins.isUnknown }

    /// The users whose accounts changed, or whose sessions ended.
    var loggedOut: Set<User.ID> { logins.loggedOut }

    init(_ changes: some Sequence<Change>) {
        var logins: [LoginChange] = []
        for change in changes {
            switch change {
            case .releases(let package): packages.insert(package)
            case .grant(let package, let holder): add(grantOf: package, to: holder)
            case .membership(let user): holders.insert(user)
            case .account(let user): logins.append(.account(of: user))
            case .session(let session, let user): logins.append(.session(session, of: user))
            }
        }
        self.logins = LoginChanges(logins)
    }

    private mutating func add(grantOf package: AppID?, to holder: Change.Holder) {
        switch holder {
        case .user(let user):
            holders.insert(user)
            return
        case .team(let team): teams.insert(team)
        case .everyone: concernsEveryone = true
        }
        if let package { granted.insert(package) } else { isEverythingGranted = true }
    }

    /// Whether the user's login may have ended. Without a session, only the account counts.
    func concernsLogin(of user: User.ID, in session: Session.ID?) -> Bool {
        logins.concernsLogin(of: user, in: session)
    }

    /// Whether the user's right to releases of the package, or the releases themselves, may have changed.
    func concernsRight(of user: User.ID, to package: AppID) -> Bool {
        isUnknown || isEverythingGranted || holders.contains(user) || packages.contains(package)
            || granted.contains(package)
    }
}
