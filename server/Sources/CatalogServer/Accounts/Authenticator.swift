import AppCatalog
import AppGroup
import AppPackage
import Crypto
import Foundation

/// Logs users in and out, and says whose a token is.
final class Authenticator: Sendable {
    private let store: any CatalogStore
    private let generations: GenerationNotifier
    private let hasher: PasswordHasher
    private let limits: LoginLimits
    private let clock: @Sendable () -> Timestamp
    private let cache: SessionCache
    let lifetime: SessionLifetime

    init(
        store: any CatalogStore, generations: GenerationNotifier, hasher: PasswordHasher, limits: LoginLimits,
        lifetime: SessionLifetime, clock: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.generations = generations
        self.hasher = hasher
        self.limits = limits
        self.lifetime = lifetime
        self.clock = clock
        cache = SessionCache(lifetime: lifetime)
    }

    /// Whose token it is; `nil` where it is nobody's, or no longer.
    func identity(of token: SessionToken) async throws -> Identity? {
        let now = clock()
        let hash = token.hash
        // Read before the data, so that what a later change says is never taken for true.
        let generation = generations.current
        if let identity = cache.identity(of: hash, in: generation, at: now) { return identity }
        guard let (session, user) = try await store.session(of: hash, alive: lifetime, at: now) else { return nil }
        let identity = Identity(user: user, session: session)
        cache.store(identity, of: hash, in: generation, at: now)
        return identity
    }

    /// A new session for whoever knows the password. Unknown, disabled and wrong cost and answer the same.
    func logIn(_ request: LoginRequest, from address: ClientAddress?) async throws -> (SessionToken, Identity) {
        let name = try? UserName(typed: request.user)
        let credentials = if let name { try await store.credentials(of: name) } else { nil as Credentials? }
        let welcome = credentials.flatMap { $0.user.isDisabled ? nil : $0 }
        let password = Password(typed: request.password)
        guard try await check(password, against: welcome?.password, for: name, from: address), let welcome else {
            throw ServiceError(.wrongCredentials, "There is no such user, or the password is another one.")
        }
        var proof = welcome.password
        if hasher.isOutdated(proof) {
            let hash = try await hasher.hash(password)
            try await store.replace(proof, with: hash, of: welcome.user.id)
            proof = hash
        }
        do {
            return try await openSession(of: welcome.user, provenBy: proof, client: request.client, from: address)
        } catch let error as ServiceError where error.code == .conflict {
            // It may be another one since it was looked at, or the same hashed anew.
            return try await logIn(request, from: address)
        }
    }

    /// Ends the session by which somebody asks.
    func logOut(_ identity: Identity, by who: Attribution) async throws {
        try await store.endSession(identity.session.id, of: identity.user.id, by: who)
    }

    /// A new password for whoever knows the old one, and still does when the new one is written. His other sessions end.
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

    /// Writes down when sessions were last used, and forgets those that have ended.
    func keepSessions() async throws {
        let uses = cache.takeUses()
        if !uses.isEmpty { try await store.touch(uses) }
        try await store.forgetSessions(beyond: lifetime, at: clock())
    }

    /// Looks at a password, as often as the limits allow. What was right, or was not looked at, counts for nothing.
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

    /// - Throws: `conflict` where the password that was looked at is no longer the user's.
    private func openSession(
        of user: User, provenBy password: PasswordHash, client: String?, from address: ClientAddress?
    ) async throws -> (SessionToken, Identity) {
        let now = clock()
        let token = SessionToken()
        let id = SymmetricKey(size: .bits128).withUnsafeBytes { $0.hexadecimal }
        let session = Session(
            id: Session.ID(rawValue: id), user: user.id, client: Self.shown(client), created: now,
            lastUsed: now)
        let who = Attribution(actor: "\(user.name)", address: address?.description, moment: now)
        do {
            try await store.addSession(session, token: token.hash, provenBy: password, by: who)
        } catch let error as ServiceError where error.code == .notFound {
            throw ServiceError(.wrongCredentials, "There is no such user, or the password is another one.")
        }
        return (token, Identity(user: user, session: session))
    }

    /// What logs in, in its own words, as far as they are shown.
    private static func shown(_ client: String?) -> String {
        String(
            (client ?? "").unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(200).map(
                Character.init))
    }
}
