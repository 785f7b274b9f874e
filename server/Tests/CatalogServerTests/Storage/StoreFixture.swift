import Accounts
import AppCatalog
import AppGroup
import Serving

@testable import CatalogServer

/// A catalog with some users in it, in any kind of storage.
struct StoreFixture {
    let store: any CatalogStore
    let who = Attribution(actor: "tester", address: "192.0.2.1", moment: Timestamp(seconds: 1_763_737_200))
    private let keeper: any Sendable

    init(_ kind: StoreKind, users: [String] = []) async throws {
        (store, keeper) = try await kind.make()
        for name in users { try await addUser(name) }
    }

    @discardableResult
    func addUser(_ name: String, role: AccountRole = .user) async throws -> User {
        try await store.addUser(UserName(name), role: role, password: Self.hash("secret of \(name)"), by: who)
    }

    /// Opens a session for a user, with a new token.
    @discardableResult
    func logIn(_ user: User, at moment: Timestamp? = nil) async throws -> (token: SessionToken, session: Session) {
        let token = SessionToken()
        let moment = moment ?? who.moment
        let session = Session(
            id: Session.ID(rawValue: "session-\(token.text.prefix(8))"), user: user.id, client: "a test",
            created: moment,
            lastUsed: moment)
        try await store.addSession(session, of: user, token: token.hash, by: who)
        return (token, session)
    }

    func isAlive(_ token: SessionToken, at now: Timestamp? = nil) async throws -> Bool {
        try await store.session(of: token.hash, alive: .standard, at: now ?? who.moment) != nil
    }

    /// The cheapest cost that scrypt allows, for tests only.
    static let cost = ScryptCost(logarithm: 1, blockSize: 1, parallelism: 1) ?? .recommended

    static func hash(_ password: String) throws -> PasswordHash {
        try PasswordHash(of: Password(typed: password), cost: cost)
    }

    static func contents(
        _ package: String = "com.example.rooms", version: String? = "1.0", build: String? = nil,
        system: String = "Linux",
        digest: Character = "a"
    ) throws -> Release.Contents {
        let blob = try digestOf(digest)
        return Release.Contents(
            package: try AppID(package), name: "Rooms", version: try version.map { try AppVersion($0) },
            build: try build.map { try AppVersion($0) },
            platform: CatalogPlatform(operatingSystem: system, architectures: ["x86_64", "aarch64"]),
            minimumSystem: "12.1",
            schemes: ["rooms", "room"], icon: Release.Icon(digest: try digestOf("f"), format: .svg), digest: blob,
            size: 1 << 40, unpackedSize: 1 << 41)
    }

    static func digestOf(_ digit: Character) throws -> BlobDigest {
        guard let digest = BlobDigest(String(repeating: digit, count: 64)) else { throw ServiceError.notFound }
        return digest
    }

    static let terms = Release.Terms(channel: .stable, rollout: .complete, notes: "Näher\n", withdrawn: nil)
}

extension CatalogStore {
    /// Publishes a release whose blobs are needed just for that.
    func publish(
        _ contents: Release.Contents, terms: Release.Terms, by who: Attribution
    ) async throws -> PublishedRelease {
        let holder = BlobHolder()
        _ = try await need([contents.digest, contents.icon.digest], by: holder, for: .seconds(300))
        return try await publish(contents, terms: terms, by: who, holding: holder)
    }

    /// Adds a session in the way a user with the right password would.
    func addSession(_ session: Session, of user: User, token: TokenHash, by who: Attribution) async throws {
        let password = try await credentials(of: user.name)?.password ?? StoreFixture.hash("nobody's")
        try await addSession(session, token: token, provenBy: password, by: who)
    }
}

extension UserStore {
    func addTeam(_ name: TeamName, by who: Attribution) async throws -> Team {
        try await addTeam(name, members: [], by: who)
    }

    func addMember(_ user: UserName, to team: TeamName, by who: Attribution) async throws {
        try await addMembers([user], to: team, by: who)
    }

    func removeMember(_ user: UserName, from team: TeamName, by who: Attribution) async throws {
        try await removeMembers([user], from: team, by: who)
    }

    func setRole(_ role: AccountRole, of name: UserName, by who: Attribution) async throws {
        try await changeUser(name, UserChange(role: role), by: who)
    }

    func setDisabled(_ isDisabled: Bool, _ name: UserName, by who: Attribution) async throws {
        try await changeUser(name, UserChange(disabled: isDisabled), by: who)
    }
}
