import Accounts
import AppCatalog
import AppGroup
import Logging
import ServiceLifecycle
import Serving

/// The catalog's data. `CatalogStoreTests` defines what every implementation must do.
///
/// Each change and its entry in the audit log are one transaction: either both happen or neither does. A change that returned is
/// durable. Other processes may change the same data at any time.
protocol CatalogStore: AccountStore, SessionStore, GrantStore, ReleaseStore, AuditStore, BlobLedger, ChoreStore {
    /// The group that everything in the catalog belongs to.
    var group: GroupID { get }

    /// 256 random bits, made together with the catalog, that sign links.
    var signingKey: [UInt8] { get }

    /// What this process knows of changes. Its own are known before they return; ``watch(_:)`` notices those of others.
    var generations: GenerationNotifier { get }

    /// What servers on several machines share; `nil` if all processes that use the catalog run on one machine.
    var shared: (any SharedLedger)? { get }

    /// Notices changes by other processes, while the server runs.
    func watch(_ logger: Logger) -> any Service

    /// The current value of the change counter, read from the data itself.
    func generation() async throws -> Generation

    /// Throws if the data can't be read: `outdated` if a newer release has changed the tables in a way that this one can't use.
    func check() async throws

    /// Copies everything to a file, while others read and write.
    func backUp(to path: String) async throws

    /// Closes the store. It must not be used afterwards.
    func close() async throws
}

/// Users and teams.
protocol AccountStore: Sendable {
    func user(named name: UserName) async throws -> User?
    func user(_ id: User.ID) async throws -> User?
    /// Ordered by name, optionally only those after a name.
    func users(after name: UserName?, limit: Int) async throws -> [User]
    /// The names of each user's teams, in order.
    func teams(of users: [User.ID]) async throws -> [User.ID: [TeamName]]

    /// Throws `taken` if the name is.
    func addUser(_ name: UserName, role: AccountRole, password: PasswordHash, by who: Attribution) async throws -> User
    /// Makes all of a change or none of it. Disabling a user ends their sessions. Like the methods below, throws `notFound` if there
    /// is no such user. Throws `conflict` if no enabled administrator would be left.
    func changeUser(_ name: UserName, _ change: UserChange, by who: Attribution) async throws
    /// Sets the password whatever it was before, and ends the user's sessions.
    func setPassword(_ password: PasswordHash, of name: UserName, by who: Attribution) async throws
    /// Removes the user's sessions, memberships and grants, too.
    func removeUser(_ name: UserName, by who: Attribution) async throws

    /// Ordered by name.
    func teams() async throws -> [Team]
    /// Throws `taken` if the name is.
    func addTeam(_ name: TeamName, by who: Attribution) async throws -> Team
    /// Removes the team's memberships and grants, too.
    func removeTeam(_ name: TeamName, by who: Attribution) async throws
    /// Does nothing if the user already is a member. Throws `notFound` if there is no such user or team.
    func addMember(_ user: UserName, to team: TeamName, by who: Attribution) async throws
    /// Throws `notFound` if the user is not a member.
    func removeMember(_ user: UserName, from team: TeamName, by who: Attribution) async throws
}

/// Who is logged in, besides ``AccountStorage``.
protocol SessionStore: AccountStorage<User> {
    /// Newest first.
    func sessions(of user: User.ID, alive lifetime: SessionLifetime, at now: Timestamp) async throws -> [Session]
}

/// Who may have what.
protocol GrantStore: Sendable {
    /// In the order in which they were made.
    func grants() async throws -> [Grant]
    /// What a user may have, by grants to them, to their teams and to everyone.
    func access(of user: User.ID) async throws -> Access

    /// Adds a grant, or changes the channel of an existing grant of the same packages to the same subject. The package need not
    /// exist yet. Throws `notFound` if there is no such user or team.
    func addGrant(
        of scope: Grant.Scope, to subject: Grant.Subject, channel: ReleaseChannel, by who: Attribution
    ) async throws -> Grant
    /// Throws `notFound` if there is no such grant.
    func removeGrant(_ id: Grant.ID, by who: Attribution) async throws
}

/// What was published.
protocol ReleaseStore: Sendable {
    /// All releases, including withdrawn ones, in the order in which they were published.
    func releases() async throws -> [Release]
    func releases(of package: AppID) async throws -> [Release]
    /// The releases of several packages, in the order in which they were published within each package.
    func releases(of packages: Set<AppID>) async throws -> [Release]
    func release(of package: AppID, digest: BlobDigest) async throws -> Release?

    /// Adds a release, or returns the existing one of the same bytes unchanged. Throws `conflict` if the same version, build and
    /// platform of the package was published from other bytes.
    ///
    /// - Parameter holder: Who needs the file and the icon so far. If they no longer hold both, it throws ``LostHold``. Afterwards
    ///   the release needs them.
    func publish(
        _ contents: Release.Contents, terms: Release.Terms, by who: Attribution, holding holder: BlobHolder
    ) async throws -> PublishedRelease
    /// Changes some of the terms and keeps the others as they are at that moment. Throws `notFound` if there is no such release.
    func changeTerms(of id: Release.ID, _ change: TermsChange, by who: Attribution) async throws -> Release
    /// Throws `notFound` if there is no such release.
    func removeRelease(_ id: Release.ID, by who: Attribution) async throws
}

/// The outcome of publishing.
struct PublishedRelease: Sendable {
    let release: Release
    /// Whether it existed before.
    let existed: Bool
}

/// The audit log, which is kept for good.
protocol AuditStore: Sendable {
    /// Records an action that changes no data, such as a download.
    func record(_ action: AuditAction, _ subject: String, by who: Attribution) async throws
    /// Newest first, optionally only those before an entry.
    func auditEntries(limit: Int, before: AuditEntry.ID?) async throws -> [AuditEntry]
}

extension ServiceError {
    /// Nothing has this name.
    ///
    /// - Parameters:
    ///   - kind: `user`, `team` or `package`.
    ///   - name: What was asked for, also if nothing can be called that.
    static func unknown(_ kind: String, _ name: String) -> ServiceError {
        ServiceError(.notFound, "There is no \(kind) \(name.prefix(155)); catalog-server \(kind) list shows all.")
    }

    /// A name that somebody wants is in use.
    ///
    /// - Parameter kind: `user` or `team`.
    static func taken(_ kind: String, _ name: some CustomStringConvertible) -> ServiceError {
        ServiceError(.taken, "There is already a \(kind) \(name).")
    }

    /// There is no such release.
    static let noSuchRelease = ServiceError(.notFound, "There is no such release.")

    /// A version was published before, with other bytes.
    static func alreadyPublished(_ label: String) -> ServiceError {
        ServiceError(
            .conflict, "\(label) was already published with different bytes; give the new file a new version or build.")
    }

    /// Nobody could administer the server any longer.
    static func lastAdministrator(_ name: UserName) -> ServiceError {
        ServiceError(.conflict, "\(name) is the last administrator; make another user an administrator first.")
    }

    /// A team does not have this member.
    static func notMember(_ user: UserName, of team: TeamName) -> ServiceError {
        ServiceError(.notFound, "\(user) is not a member of the team \(team).")
    }

    /// The database contains a value that this program never writes.
    static func unreadable(_ column: String, _ text: String) -> ServiceError {
        ServiceError(
            ofDatabase: .inputOutput,
            "The catalog's database contains the invalid \(column) “\(text.prefix(80))”; restore a backup.")
    }
}
