import Accounts
import AppCatalog
import AppGroup
import GRDB
import NIOCore
import Testing

@testable import CatalogServer

/// Each kind of change against each cache, made by the same process and by another one.
struct ChangesAndCachesTests {
    /// How often each kind of data is read from the database.
    struct Readings: Equatable, Sendable, CustomTestStringConvertible {
        var sessions = 0
        var rights = 0
        var releases = 0

        var testDescription: String { "\(sessions) sessions, \(rights) rights, \(releases) times releases" }
    }

    /// A change of something that Ben has, or that all have. Ada is in the team.
    enum Change: CaseIterable, Sendable {
        case logOut, endSessions, password, sweep, disable, role, removeUser
        case join, leave, removeTeam, grantToUser, regrant, grantToTeam, grantToEveryone, revoke
        case publish, publishNew, notes, withdraw, removeRelease
        case logIn, use, download, addUser, addTeam
        case unknown

        /// What must be read again after it.
        var readings: Readings {
            switch self {
            case .logOut, .endSessions, .password, .sweep, .disable, .role: Readings(sessions: 1)
            case .removeUser: Readings(sessions: 1, rights: 1)
            case .join, .leave, .removeTeam, .grantToUser, .regrant, .grantToTeam: Readings(rights: 1)
            case .grantToEveryone, .revoke: Readings(rights: 2)
            case .publish, .publishNew, .notes, .withdraw, .removeRelease: Readings(releases: 1)
            case .logIn, .use, .download, .addUser, .addTeam: Readings()
            case .unknown: Readings(sessions: 2, rights: 2, releases: 1)
            }
        }
    }

    private let scratch: ScratchCatalog
    private let who = ScratchCatalog.who
    private let sales: TeamName
    private let users: [User]
    private let tokens: [SessionToken]
    private let sessions: [Session]
    private let everyone: Grant
    private let release: Release

    init() async throws {
        scratch = try ScratchCatalog()
        sales = try TeamName("sales")
        let store = scratch.store
        users = [try await scratch.addUser("ada"), try await scratch.addUser("ben")]
        tokens = users.map { _ in SessionToken() }
        // Ben's session ends first if nobody uses it.
        let days = Int64(86_400_000)
        sessions = users.enumerated().map { number, user in
            Session(
                id: Session.ID(rawValue: "session\(number)"), user: user.id, client: "a test",
                created: Timestamp(milliseconds: ScratchCatalog.who.moment.milliseconds - 20 * days),
                lastUsed: Timestamp(milliseconds: ScratchCatalog.who.moment.milliseconds - 10 * days * Int64(number)))
        }
        for (number, user) in users.enumerated() {
            try await store.addSession(sessions[number], of: user, token: tokens[number].hash, by: who)
        }
        _ = try await store.addTeam(sales, by: who)
        try await store.addMember(users[0].name, to: sales, by: who)
        for package in ["rooms", "desk", "mail"] { try await scratch.publish(package, "1.0") }
        release = try await scratch.publish("rooms", "1.1")
        _ = try await store.addGrant(
            of: .package("com.example.rooms"), to: .user(users[1].name), channel: .stable, by: who)
        _ = try await store.addGrant(of: .package("com.example.desk"), to: .team(sales), channel: .stable, by: who)
        everyone = try await store.addGrant(
            of: .package("com.example.mail"), to: .everyone, channel: .stable, by: who
        ).grant
    }

    /// The parts of one process that keep data in memory.
    private struct Caches: Sendable {
        let authenticator: CatalogAuthenticator
        let catalog: CatalogService

        init(_ store: SQLiteCatalogStore) throws {
            authenticator = CatalogAuthenticator(
                store: store, changes: store.notifier, hasher: PasswordHasher(cost: StoreFixture.cost),
                limits: LoginLimits(), lifetime: .standard, clock: { ScratchCatalog.who.moment })
            catalog = try CatalogService(store: store, changes: store.notifier)
        }

        var readings: Readings {
            let misses = Dictionary(
                uniqueKeysWithValues: ([authenticator.cacheUsage] + catalog.cacheUsage).map { ($0.cache, $0.misses) })
            return Readings(
                sessions: misses["sessions"] ?? 0, rights: misses["rights"] ?? 0, releases: misses["releases"] ?? 0)
        }
    }

    /// Everything that both users get.
    private func answers(from caches: Caches) async throws -> [String] {
        var answers: [String] = []
        for (user, token) in zip(users, tokens) {
            let identity = try await caches.authenticator.identity(of: token)
            answers.append(identity.map { "\($0.user.role) \($0.session.id.rawValue)" } ?? "logged out")
            answers.append(String(buffer: try await caches.catalog.catalog(of: user.id).json))
            let releases = try await caches.catalog.releases(of: "com.example.rooms", for: user.id)
            answers.append("\(releases.map(\.id.rawValue))")
        }
        return answers
    }

    private func make(_ change: Change, in store: SQLiteCatalogStore) async throws {
        let ben = users[1]
        switch change {
        case .logOut: try await store.endSession(sessions[1].id, of: ben.id, by: who)
        case .endSessions: _ = try await store.endSessions(of: ben.id, by: who)
        case .password: try await store.setPassword(StoreFixture.hash("new"), of: ben.name, by: who)
        case .sweep: try await store.forgetSessions(beyond: .standard, at: who.moment.adding(days: 25))
        case .disable: try await store.setDisabled(true, ben.name, by: who)
        case .role: try await store.setRole(.publisher, of: ben.name, by: who)
        case .removeUser: try await store.removeUser(ben.name, by: who)
        case .join: try await store.addMember(ben.name, to: sales, by: who)
        case .leave: try await store.removeMember(users[0].name, from: sales, by: who)
        case .removeTeam: try await store.removeTeam(sales, by: who)
        case .grantToUser: _ = try await store.addGrant(of: .everything, to: .user(ben.name), channel: .beta, by: who)
        case .regrant:
            let scope = Grant.Scope.package("com.example.rooms")
            _ = try await store.addGrant(of: scope, to: .user(ben.name), channel: .beta, by: who)
        case .grantToTeam: _ = try await store.addGrant(of: .everything, to: .team(sales), channel: .stable, by: who)
        case .grantToEveryone:
            _ = try await store.addGrant(of: .everything, to: .everyone, channel: .stable, by: who)
        case .revoke: try await store.removeGrant(everyone.id, by: who)
        case .publish: try await publish("rooms", "2.0", in: store)
        case .publishNew: try await publish("games", "1.0", in: store)
        case .notes: _ = try await store.changeTerms(of: release.id, TermsChange(notes: "New"), by: who)
        case .withdraw:
            let offer = TermsChange.Offer.withdrawn(reason: "crashes")
            _ = try await store.changeTerms(of: release.id, TermsChange(offer: offer), by: who)
        case .removeRelease: try await store.removeRelease(release.id, by: who)
        case .logIn:
            let session = Session(
                id: Session.ID(rawValue: "another"), user: ben.id, client: "a test", created: who.moment,
                lastUsed: who.moment)
            try await store.addSession(session, of: ben, token: SessionToken().hash, by: who)
        case .use: try await store.touch([sessions[1].id: who.moment])
        case .download: try await store.record(.download, "x", by: who)
        case .addUser:
            _ = try await store.addUser(UserName("eve"), role: .user, password: StoreFixture.hash("x"), by: who)
        case .addTeam: _ = try await store.addTeam(TeamName("others"), by: who)
        case .unknown: try await store.write { try $0.execute(sql: "UPDATE generation SET value = value + 1") }
        }
    }

    private func publish(_ package: String, _ version: String, in store: SQLiteCatalogStore) async throws {
        let contents = try StoreFixture.contents("com.example.\(package)", version: version, digest: "e")
        _ = try await store.publish(contents, terms: StoreFixture.terms, by: who)
    }

    @Test(arguments: Change.allCases, [false, true])
    func `A change makes exactly what it concerns be read again, and no answer is older than it`(
        _ change: Change, byAnotherProcess: Bool
    ) async throws {
        let caches = try Caches(scratch.store)
        let before = try await answers(from: caches)
        #expect(caches.readings == Readings(sessions: 2, rights: 2, releases: 1))
        #expect(try await answers(from: caches) == before)
        let warm = caches.readings
        #expect(warm == Readings(sessions: 2, rights: 2, releases: 1))

        let other = byAnotherProcess ? try SQLiteCatalogStore(folder: scratch.folder, group: nil) : scratch.store
        try await make(change, in: other)
        if byAnotherProcess {
            // The process learns of the change with whatever it reads next.
            _ = try await scratch.store.user(users[0].id)
            try await other.close()
        }
        let after = try await answers(from: caches)
        let fresh = try SQLiteCatalogStore(folder: scratch.folder, group: nil)
        #expect(try await answers(from: Caches(fresh)) == after)
        try await fresh.close()
        let read = Readings(
            sessions: caches.readings.sessions - warm.sessions, rights: caches.readings.rights - warm.rights,
            releases: caches.readings.releases - warm.releases)
        #expect(read == change.readings)
    }
}
