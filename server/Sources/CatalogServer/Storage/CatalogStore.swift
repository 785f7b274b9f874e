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
protocol CatalogStore: UserStore, SessionStore, GrantStore, ReleaseStore, AuditStore, BlobLedger, ChoreStore {
    /// The group that everything in the catalog belongs to.
    var group: GroupID { get }

    /// The key that signs links: 256 random bits, created together with the catalog.
    var signingKey: [UInt8] { get }

    /// The changes that this process knows. Its own are known before they return; ``watch(_:)`` notices those of others.
    var notifier: ChangeNotifier<Changes> { get }

    /// The data that servers on several machines share; `nil` if all processes that use the catalog run on one machine.
    var shared: (any SharedLedger)? { get }

    /// Notices changes by other processes, while the server runs.
    func watch(_ logger: Logger) -> any Service

    /// The current value of the change counter, read from the data itself.
    func generation() async throws -> Generation

    /// Throws if the data can't be read: `outdated` if a newer release has changed the tables in a way that this one can't use.
    func check() async throws

    /// The place that the catalog is being or was moved to; `nil` if it is to stay here.
    func newPlace() async throws -> String?

    /// Copies everything to a file, while other processes read and write.
    func backUp(to path: String) async throws

    /// Closes the store. It must not be used afterwards.
    ///
    /// - Parameter emptiesLog: Whether a file should be complete without its write-ahead log then, if possible.
    func close(emptyingLog emptiesLog: Bool) async throws
}

extension CatalogStore {
    /// Closes the store, for a command.
    func close() async throws { try await close(emptyingLog: false) }
}

/// Users and teams.
protocol UserStore: Sendable {
    func user(named name: UserName) async throws -> User?
    func user(_ id: User.ID) async throws -> User?
    /// Ordered by name, optionally only those after a name.
    func users(after name: UserName?, limit: Int) async throws -> [User]
    /// The names of each user's teams, in order.
    func teams(of users: [User.ID]) async throws -> [User.ID: [TeamName]]

    /// Throws `taken` if the name is in use.
    func addUser(_ name: UserName, role: AccountRole, password: PasswordHash, by who: Attribution) async throws -> User
    /// Applies all of a change or none of it. Disabling a user ends their sessions. Like the methods below, throws `notFound` if
    /// there is no such user. Throws `conflict` if no enabled administrator would be left.
    func changeUser(_ name: UserName, _ change: UserChange, by who: Attribution) async throws
    /// Sets the password whatever it was before, and ends the user's sessions.
    func setPassword(_ password: PasswordHash, of name: UserName, by who: Attribution) async throws
    /// Removes the user's sessions, memberships and grants, too.
    func removeUser(_ name: UserName, by who: Attribution) async throws

    /// Ordered by name.
    func teams() async throws -> [Team]
    /// Throws `taken` if the name is in use, and `notFound` if there is no such user. Then there is no new team.
    func addTeam(_ name: TeamName, members: [UserName], by who: Attribution) async throws -> Team
    /// Removes the team's memberships and grants, too.
    func removeTeam(_ name: TeamName, by who: Attribution) async throws
    /// Adds all of these users or none. A user may already be a member. Throws `notFound` if there is no such user or team.
    func addMembers(_ users: [UserName], to team: TeamName, by who: Attribution) async throws
    /// Removes all of these users or none. Throws `notFound` if one of them is not a member.
    func removeMembers(_ users: [UserName], from team: TeamName, by who: Attribution) async throws
}

/// The users' sessions, in addition to ``CredentialStore``.
protocol SessionStore: CredentialStore<User> {
    /// A session of a user; `nil` if it has ended.
    func session(
        _ id: Session.ID, of user: User.ID, alive lifetime: SessionLifetime, at now: Timestamp
    ) async throws -> Session?
    /// Newest first. If there are more than ``Session/mostOfUser``, which an earlier release may have left, those that were used
    /// least recently are left out: the next login ends them.
    func sessions(of user: User.ID, alive lifetime: SessionLifetime, at now: Timestamp) async throws -> [Session]
}

/// The grants: which users may get which packages.
protocol GrantStore: Sendable {
    /// All grants, in the order in which they were created.
    func grants() async throws -> [Grant]
    /// The packages that a user may get, by grants to them, to their teams and to everyone.
    func access(of user: User.ID) async throws -> Access

    /// Adds a grant, or changes the channel of an existing grant of the same packages to the same subject. The package need not
    /// exist yet. Throws `notFound` if there is no such user or team.
    func addGrant(
        of scope: Grant.Scope, to subject: Grant.Subject, channel: ReleaseChannel, by who: Attribution
    ) async throws -> AddedGrant
    /// Throws `notFound` if there is no such grant.
    func removeGrant(_ id: Grant.ID, by who: Attribution) async throws
}

/// The outcome of adding a grant.
struct AddedGrant: Sendable {
    let grant: Grant
    /// The channel that the grant had before; `nil` if it is new, or had this one.
    let previousChannel: ReleaseChannel?
}

/// The published releases.
protocol ReleaseStore: Sendable {
    /// All releases, including withdrawn ones, in the order in which they were published.
    func releases() async throws -> [Release]
    func releases(of package: AppID) async throws -> [Release]
    /// The releases of several packages, in the order in which they were published within each package.
    func releases(of packages: Set<AppID>) async throws -> [Release]
    func release(of package: AppID, digest: BlobDigest) async throws -> Release?
    /// The release of a file, if this publisher made it.
    func release(of file: BlobDigest, by publisher: String) async throws -> Release?

    /// Adds a release, or returns the existing one of the same bytes unchanged. Throws `conflict` if the same version, build and
    /// platform of the package was published from other bytes.
    ///
    /// - Parameter holder: The holder that needs the file and the icon so far. If it no longer holds both, this throws
    ///   ``LostHold``. Afterwards the release needs them.
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

/// The audit log, which is kept permanently.
protocol AuditStore: Sendable {
    /// Records an action that changes no data, such as a download.
    func record(_ action: AuditAction, _ subject: String, by who: Attribution) async throws
    /// Newest first, optionally only those before an entry.
    func auditEntries(limit: Int, before: AuditEntry.ID?) async throws -> [AuditEntry]
}

extension ServiceError {
    /// No user, team or package has this name.
    ///
    /// - Parameters:
    ///   - kind: `user`, `team` or `package`.
    ///   - name: The requested name, even if it is not valid.
    static func unknown(_ kind: String, _ name: String) -> ServiceError {
        ServiceError(.notFound, "There is no \(kind) \(name.prefix(155)); catalog-server \(kind) list shows all.")
    }

    /// The requested name is in use.
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

    /// The change would leave the server without an administrator.
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
