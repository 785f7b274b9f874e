import AppGroup
import Synchronization

/// Recently used sessions, and when they were used.
final class SessionCache<Holder: Account, Changes: ChangeSummary>: Sendable {
    private let logins: ReadCache<TokenHash, Login<Holder, Changes>>
    private let uses = Mutex<[Session.ID: Timestamp]>([:])
    private let lifetime: SessionLifetime

    /// The shortest time between two recorded uses of a session, in milliseconds.
    private static var useInterval: Int64 { 60_000 }

    /// - Parameter limit: How many bytes of sessions to keep, approximately.
    init(lifetime: SessionLifetime, changes notifier: ChangeNotifier<Changes>, limit: Int) {
        self.lifetime = lifetime
        logins = ReadCache(changes: notifier, limit: limit)
    }

    /// The memory that the cache takes, and its misses; a miss is a reading of one session.
    var usage: CacheUsage { logins.usage(as: "sessions") }

    /// The user and session of a token, which `read` reads from the store if they are not known. Records a use, unless `admit`
    /// throws.
    func identity(
        of token: TokenHash, at now: Timestamp, admitting admit: @Sendable (AccountIdentity<Holder>) throws -> Void,
        read: @escaping @Sendable () async throws -> AccountIdentity<Holder>?
    ) async throws -> AccountIdentity<Holder>? {
        while let login = try await logins.value(of: token, read: { try await read().map { Login($0, at: now) } }) {
            let session = login.identity.session
            // The store knows best whether a session that was just read has ended.
            if login.moment < now, lifetime.hasEnded(session.used(at: login.lastUse), at: now) {
                logins.forget(token)
                continue
            }
            try admit(login.identity)
            if login.use(at: now, every: Self.useInterval) { uses.withLock { $0[session.id] = now } }
            return login.identity
        }
        return nil
    }

    /// The uses since the last call.
    func takeUses() -> [Session.ID: Timestamp] {
        uses.withLock { uses in
            defer { uses = [:] }
            return uses
        }
    }

    /// Takes back uses that could not be stored.
    func put(back unstored: [Session.ID: Timestamp]) {
        uses.withLock { $0.merge(unstored) { max($0, $1) } }
    }
}

/// A session that was read from the store.
private final class Login<Holder: Account, Changes: ChangeSummary>: Cacheable {
    let identity: AccountIdentity<Holder>
    /// When it was read.
    let moment: Timestamp
    private let noted = Mutex<Timestamp?>(nil)

    init(_ identity: AccountIdentity<Holder>, at moment: Timestamp) {
        (self.identity, self.moment) = (identity, moment)
    }

    var user: AccountID { identity.user.id }

    var cost: Int { 400 + identity.session.client.utf8.count }

    /// The last recorded use.
    var lastUse: Timestamp { noted.withLock { $0 } ?? identity.session.lastUsed }

    /// Uses the session.
    ///
    /// - Returns: Whether to record the use: not if one was recorded less than `interval` milliseconds ago.
    func use(at now: Timestamp, every interval: Int64) -> Bool {
        noted.withLock { noted in
            if let noted, now.milliseconds - noted.milliseconds < interval { return false }
            noted = now
            return true
        }
    }

    static func users(concernedBy changes: Changes) -> Set<AccountID>? { changes.loggedOut }

    func isOutdated(by changes: Changes) -> Bool {
        changes.concernsLogin(of: identity.user.id, in: identity.session.id)
    }
}

extension Session {
    fileprivate func used(at moment: Timestamp) -> Session {
        Session(id: id, user: user, client: client, created: created, lastUsed: max(lastUsed, moment))
    }
}
