import AppCatalog
import AppGroup
import AppPackage
import Logging
import ServiceLifecycle

/// Logs users in and out, and identifies the user of a token.
final class Authenticator: Sendable {
    private let store: any CatalogStore
    private let hasher: PasswordHasher
    private let limits: LoginLimits
    private let clock: @Sendable () -> Timestamp
    private let cache: SessionCache
    let lifetime: SessionLifetime

    init(
        store: any CatalogStore, generations: GenerationNotifier, hasher: PasswordHasher, limits: LoginLimits,
        lifetime: SessionLifetime, cacheLimit: Int = CacheShares.standard.sessions,
        clock: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.hasher = hasher
        self.limits = limits
        self.lifetime = lifetime
        self.clock = clock
        cache = SessionCache(lifetime: lifetime, generations: generations, limit: cacheLimit)
    }

    /// The user and session of a token; `nil` if the token is unknown or has expired.
    func identity(of token: SessionToken) async throws -> Identity? {
        let (hash, now) = (token.hash, clock())
        return try await cache.identity(of: hash, at: now) { [store, lifetime] in
            try await store.session(of: hash, alive: lifetime, at: now).map { Identity(user: $1, session: $0) }
        }
    }

    /// What its cache of sessions takes.
    var cacheUsage: CacheUsage { cache.usage }

    /// Starts a session if the password is right. An unknown user, a disabled user and a wrong password cost the same and get the
    /// same answer.
    func logIn(_ request: LoginRequest, from address: ClientAddress?) async throws -> (SessionToken, Identity) {
        let name = try? UserName(typed: request.user)
        let credentials = if let name { try await store.credentials(of: name) } else { nil as Credentials? }
        let enabled = credentials.flatMap { $0.user.isDisabled ? nil : $0 }
        let password = Password(typed: request.password)
        guard try await check(password, against: enabled?.password, for: name, from: address), let enabled else {
            throw Self.wrongCredentials
        }
        var proof = enabled.password
        if hasher.isOutdated(proof) {
            let hash = try await hasher.hash(password)
            try await store.replace(proof, with: hash, of: enabled.user.id)
            proof = hash
        }
        do {
            return try await openSession(of: enabled.user, provenBy: proof, client: request.client, from: address)
        } catch let error as ServiceError where error.code == .conflict {
            // Since the check, the password was changed, or hashed again by another login.
            return try await logIn(request, from: address)
        }
    }

    private static let wrongCredentials = ServiceError(.wrongCredentials, "The user name or the password is wrong.")

    /// Ends the session of a request.
    func logOut(_ identity: Identity, by who: Attribution) async throws {
        try await store.endSession(identity.session.id, of: identity.user.id, by: who)
    }

    /// Changes a password if the old one is right and still is when the new one is written. The user's other sessions end.
    func changePassword(_ change: PasswordChange, of identity: Identity, from address: ClientAddress?) async throws {
        let name = identity.user.name
        let new = try Password(new: change.new)
        let stored = try await store.credentials(of: name)
        let current = Password(typed: change.current)
        guard try await check(current, against: stored?.password, for: name, from: address), let stored else {
            throw ServiceError(.wrongCredentials, "That is not your current password.")
        }
        let hash = try await hasher.hash(new)
        let who = Attribution(actor: "\(name)", address: address?.description, moment: clock())
        do {
            try await store.changePassword(stored.password, to: hash, of: name, in: identity.session.id, by: who)
        } catch let error as ServiceError where error.code == .conflict {
            try await changePassword(change, of: identity, from: address)
        }
    }

    /// Stores when sessions were last used, and deletes those that have ended.
    func keepSessions() async throws {
        let uses = cache.takeUses()
        if !uses.isEmpty { try await store.touch(uses) }
        try await store.forgetSessions(beyond: lifetime, at: clock())
    }

    /// Checks a password, as often as the limits allow. Only wrong passwords count towards the limits.
    private func check(
        _ password: Password, against stored: PasswordHash?, for name: UserName?, from address: ClientAddress?
    ) async throws -> Bool {
        try limits.takeAttempt(for: name, from: address, at: clock())
        do {
            let matches = try await hasher.check(password, against: stored)
            if matches { limits.giveBackAttempt(for: name, from: address) }
            return matches
        } catch {
            limits.giveBackAttempt(for: name, from: address)
            throw error
        }
    }

    /// - Throws: `conflict` if the password has changed since it was checked.
    private func openSession(
        of user: User, provenBy password: PasswordHash, client: String?, from address: ClientAddress?
    ) async throws -> (SessionToken, Identity) {
        let now = clock()
        let token = SessionToken()
        let id = SecureRandom.bytes(16).hexadecimal
        let session = Session(
            id: Session.ID(rawValue: id), user: user.id, client: Self.shown(client), created: now,
            lastUsed: now)
        let who = Attribution(actor: "\(user.name)", address: address?.description, moment: now)
        do {
            try await store.addSession(session, token: token.hash, provenBy: password, by: who)
        } catch let error as ServiceError where error.code == .notFound {
            throw Self.wrongCredentials
        }
        return (token, Identity(user: user, session: session))
    }

    /// How the client describes itself, cut to 200 characters and without control characters.
    private static func shown(_ client: String?) -> String {
        let scalars = (client ?? "").unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
        return String(scalars.prefix(200).map(Character.init))
    }
}

/// Stores every few minutes when sessions were last used, apart from any request, and deletes those that have ended.
struct SessionKeeper: Service {
    let authenticator: Authenticator
    let logger: Logger

    static let interval = Duration.seconds(180)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while true {
                do {
                    try await Task.sleep(for: Self.interval)
                    try await authenticator.keepSessions()
                } catch is CancellationError {
                    return
                } catch {
                    logger.error("The last use of sessions can't be stored", metadata: ["error": "\(error)"])
                }
            }
        }
    }
}
