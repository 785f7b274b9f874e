import Accounts
import ServerCommands
import Serving

/// Makes accounts for people who ask for one.
struct Registrar: Sendable {
    let store: FundStore
    let hasher: PasswordHasher
    let policy: RegistrationPolicy
    /// How many accounts one address may make.
    private let attempts = TokenBuckets<ArraySlice<UInt8>>(burst: 10, interval: 60)

    init(store: FundStore, hasher: PasswordHasher, policy: RegistrationPolicy) {
        self.store = store
        self.hasher = hasher
        self.policy = policy
    }

    /// Adds an account.
    ///
    /// - Throws: `forbidden`, `invalid`, `taken` or `tooManyAttempts`.
    func register(_ name: String, password: String, from address: ClientAddress?, by who: Attribution) async throws {
        guard policy == .open else {
            throw ServiceError(.forbidden, "This server takes no registrations; ask its administrator for an account.")
        }
        let name = try UserName(name)
        let password = try Password(new: password)
        if let address, let wait = attempts.take(address.subscriber, at: who.moment) {
            throw ServiceError(
                .tooManyAttempts, "There were too many registrations from your address; try again in \(wait) s.",
                retryAfter: wait)
        }
        guard try await store.user(name) == nil else { throw FundStore.taken(name) }
        try await store.addUser(name, password: try await hasher.hash(password), .register, by: who)
    }
}
