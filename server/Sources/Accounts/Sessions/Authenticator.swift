public import AppGroup
import AppGroupCrypto
public import Serving

/// Logs users in and out, and identifies the user of a token.
public final class Authenticator<Holder: Account, Changes: ChangeSummary>: Sendable {
    /// Who is logged in.
    public typealias Identity = AccountIdentity<Holder>

    private let store: any CredentialStore<Holder>
    private let hasher: PasswordHasher
    private let limits: any AttemptLimits
    private let clock: @Sendable () -> Timestamp
    private let cache: SessionCache<Holder, Changes>
    /// How long sessions last.
    public let lifetime: SessionLifetime

    /// - Parameters:
    ///   - notifier: The changes that this process knows of, so that it remembers no session that has ended.
    ///   - cacheLimit: How many bytes of sessions to remember, approximately.
    public init(
        store: some CredentialStore<Holder>, changes notifier: ChangeNotifier<Changes>, hasher: PasswordHasher,
        limits: some AttemptLimits,
        lifetime: SessionLifetime, cacheLimit: Int = 64 << 20,
        clock: @escaping @Sendable () -> Timestamp = { .now }
    ) {
        self.store = store
        self.hasher = hasher
        self.limits = limits
        self.lifetime = lifetime
        self.clock = clock
        cache = SessionCache(lifetime: lifetime, changes: notifier, limit: cacheLimit)
    }

    /// The user and session of a token; `nil` if the token is unknown or has expired. Counts as a use of the session.
    ///
    /// - Parameter admit: Throws if a request with this token is refused, and so is no use of the session.
    public func identity(
        of token: SessionToken, admitting admit: @Sendable (Identity) throws -> Void = { _ in }
    ) async throws -> Identity? {
        let (hash, now) = (token.hash, clock())
        return try await cache.identity(of: hash, at: now, admitting: admit) { [store, lifetime] in
            try await store.session(of: hash, alive: lifetime, at: now).map { Identity(user: $1, session: $0) }
        }
    }

    /// The memory and the misses of its cache of sessions.
    public var cacheUsage: CacheUsage { cache.usage }

    /// Starts a session if the password is right. An unknown user, a disabled user and a wrong password cost the same and get the
    /// same answer.
    ///
    /// - Parameters:
    ///   - name: `nil` if what was typed cannot be a name.
    ///   - client: How the client describes itself. The list of sessions shows it.
    ///   - note: Is told of the user with that name, if there is one, before the password is checked.
    /// - Throws: `wrongCredentials`, `tooManyAttempts`, or `overloaded` if too many users are logging in.
    public func logIn(
        as name: Holder.Name?, password typed: String, client: String?, from address: ClientAddress?,
        noting note: @Sendable (Holder) -> Void = { _ in }
    ) async throws -> (SessionToken, Identity) {
        let credentials: AccountCredentials<Holder>? =
            if let name { try await store.credentials(of: name) } else { nil }
        if let user = credentials?.user { note(user) }
        let enabled = credentials.flatMap { $0.user.isDisabled ? nil : $0 }
        let password = Password(typed: typed)
        let counted = credentials?.user.name ?? name
        guard try await check(password, against: enabled?.password, for: counted, from: address), let enabled else {
            throw Self.wrongCredentials
        }
        let login = "\(enabled.user.name)"
        try await limits.takeLogin(of: login, at: clock())
        do {
            var proof = enabled.password
            if hasher.isOutdated(proof) {
                let hash = try await hasher.hash(password)
                try await store.replace(proof, with: hash, of: enabled.user.id)
                proof = hash
            }
            return try await openSession(of: enabled.user, provenBy: proof, client: client, from: address)
        } catch {
            await limits.giveBackLogin(of: login)
            guard (error as? ServiceError)?.code == .conflict else { throw error }
            // Since the check, the password was changed, or hashed again by another login.
            return try await logIn(as: name, password: typed, client: client, from: address, noting: note)
        }
    }

    private static var wrongCredentials: ServiceError {
        ServiceError(.wrongCredentials, "The user name or the password is wrong.")
    }

    /// Ends the session of a request.
    public func logOut(_ identity: Identity, by who: Attribution) async throws {
        try await store.endSession(identity.session.id, of: identity.user.id, by: who)
    }

    /// Ends all sessions of the user behind a request.
    ///
    /// - Returns: How many there were.
    public func logOutEverywhere(_ identity: Identity, by who: Attribution) async throws -> Int {
        try await store.endSessions(of: identity.user.id, by: who)
    }

    /// Changes a password if the old one is right and still is when the new one is written. The user's other sessions end.
    public func changePassword(
        from current: String, to new: String, of identity: Identity, from address: ClientAddress?
    ) async throws {
        let name = identity.user.name
        let password = try Password(new: new)
        let stored = try await store.credentials(of: name)
        let typed = Password(typed: current)
        guard try await check(typed, against: stored?.password, for: name, from: address), let stored else {
            throw ServiceError(.wrongCredentials, "That is not your current password.")
        }
        let hash = try await hasher.hash(password)
        let who = Attribution(actor: identity.user.actor, address: address?.description, moment: clock())
        do {
            try await store.changePassword(stored.password, to: hash, of: name, in: identity.session.id, by: who)
        } catch let error as ServiceError where error.code == .conflict {
            try await changePassword(from: current, to: new, of: identity, from: address)
        }
    }

    /// Stores when sessions were last used, and deletes those that have ended.
    public func keepSessions() async throws {
        try await storeUses()
        try await forgetSessions()
    }

    /// Stores when sessions were last used, as far as this process knows.
    public func storeUses() async throws {
        let uses = cache.takeUses()
        guard !uses.isEmpty else { return }
        do {
            try await store.touch(uses)
        } catch {
            cache.put(back: uses)
            throw error
        }
    }

    /// Deletes sessions that have ended.
    ///
    /// - Parameter now: The time by a clock that all servers share; `nil` to take that of this server.
    public func forgetSessions(at now: Timestamp? = nil) async throws {
        try await store.forgetSessions(beyond: lifetime, at: now ?? clock())
    }

    /// Checks a password, as often as the limits allow. Only wrong passwords count toward the limits.
    private func check(
        _ password: Password, against stored: PasswordHash?, for name: Holder.Name?, from address: ClientAddress?
    ) async throws -> Bool {
        let name = name?.description
        try await limits.takeAttempt(for: name, from: address, at: clock())
        do {
            let matches = try await hasher.check(password, against: stored)
            if matches { await limits.giveBackAttempt(for: name, from: address) }
            return matches
        } catch {
            await limits.giveBackAttempt(for: name, from: address)
            throw error
        }
    }

    /// - Throws: `conflict` if the password has changed since it was checked.
    private func openSession(
        of user: Holder, provenBy password: PasswordHash, client: String?, from address: ClientAddress?
    ) async throws -> (SessionToken, Identity) {
        let now = clock()
        let token = SessionToken()
        let id = SecureRandom.bytes(16).hexadecimal
        let session = Session(
            id: Session.ID(rawValue: id), user: user.id, client: Self.shown(client), created: now,
            lastUsed: now)
        let who = Attribution(actor: user.actor, address: address?.description, moment: now)
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
