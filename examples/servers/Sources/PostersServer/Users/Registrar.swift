import Accounts
import AppGroup
import PhoneNumbers
import ServerCommands
import Serving

/// Makes accounts, and deletes them.
struct Registrar: Sendable {
    let store: PostersStore
    let authenticator: Authenticator<User, LoginChanges>
    let hasher: PasswordHasher
    let policy: RegistrationPolicy
    /// How many accounts one address may make.
    private let limits = TokenBuckets<ArraySlice<UInt8>>(burst: 10, interval: 60)
    /// How often a user may try to delete their account.
    private let deletions = TokenBuckets<AccountID>(burst: 5, interval: 60)

    init(
        store: PostersStore, authenticator: Authenticator<User, LoginChanges>, hasher: PasswordHasher,
        policy: RegistrationPolicy
    ) {
        self.store = store
        self.authenticator = authenticator
        self.hasher = hasher
        self.policy = policy
    }

    /// Adds a resident, and logs them in.
    func register(
        _ registration: Registration, from address: ClientAddress?, at now: Timestamp
    ) async throws -> (SessionToken, AccountIdentity<User>) {
        guard policy == .open else {
            throw ServiceError(
                .forbidden, "This server takes no registrations; ask the contact of GET /v1/info for an account.")
        }
        let new = try NewUser(
            name: registration.name, mail: registration.mail, phone: registration.phone, role: .resident)
        let password = try Password(new: registration.password)
        if let address, let wait = limits.take(address.subscriber, at: now) {
            throw ServiceError(
                .tooManyAttempts, "There were too many registrations from your address; try again in \(wait) s.",
                retryAfter: wait)
        }
        let hash = try await hasher.hash(password)
        let who = Attribution(actor: User.registrant, address: address?.description, moment: now)
        let user = try await store.addUser(new, password: hash, .register, by: who)
        return try await authenticator.logIn(
            as: user.name, password: registration.password, client: registration.client, from: address)
    }

    /// Logs a user in by mail or by phone.
    func logIn(
        _ request: LoginRequest, from address: ClientAddress?
    ) async throws -> (SessionToken, AccountIdentity<User>) {
        guard (request.mail == nil) != (request.phone == nil) else {
            throw ServiceError(.invalid, "Log in by mail or by phone: send one of the two.")
        }
        let name: LoginName? =
            if let mail = request.mail {
                MailAddress(mail).map(LoginName.mail)
            } else {
                request.phone.flatMap { try? PhoneNumber(parsing: $0) }.map { .phone($0.e164) }
            }
        return try await authenticator.logIn(
            as: name, password: request.password, client: request.client, from: address)
    }

    /// Deletes a user with everything personal; their reports stay.
    func delete(_ user: User, password: String, by who: Attribution) async throws {
        if let wait = deletions.take(user.id, at: who.moment) {
            throw ServiceError(
                .tooManyAttempts, "There were too many attempts to delete this account; try again in \(wait) s.",
                retryAfter: wait)
        }
        guard let credentials = try await store.credentials(of: user.name) else { throw ServiceError.notFound }
        guard try await hasher.check(Password(typed: password), against: credentials.password) else {
            throw ServiceError(.wrongCredentials, "The password is wrong; nothing was deleted.")
        }
        try await store.deleteUser(user, provenBy: credentials.password, by: who)
    }
}

extension NewUser {
    /// The longest name, in Unicode scalars.
    static let longestName = 100

    /// Checks what a person typed.
    init(name: String, mail: String?, phone: String?, role: Role) throws(ServiceError) {
        guard !name.allSatisfy(\.isWhitespace), PlainText.isLine(name, upTo: Self.longestName) else {
            throw ServiceError(
                .invalid, "A name has 1 to \(Self.longestName) characters, and no control characters.")
        }
        guard mail != nil || phone != nil else {
            throw ServiceError(.invalid, "An account needs a mail address or a phone number to log in with.")
        }
        fullName = name
        if let mail {
            guard let address = MailAddress(mail) else {
                throw ServiceError(.invalid, "“\(mail.prefix(80))” is not a mail address; write it as ada@example.org.")
            }
            self.mail = address
        } else {
            self.mail = nil
        }
        if let phone {
            let number = try ReportContents.phone(phone)
            guard number.extension == nil else {
                throw ServiceError(.invalid, "Log in with a phone number without an extension.")
            }
            self.phone = number.e164
        } else {
            self.phone = nil
        }
        self.role = role
    }
}
