import Accounts
import AppGroup
import ServerCommands
import Serving

/// `POST /v1/login` and `POST /v1/register`.
struct LoginRequest: Decodable, Sendable {
    let name: String
    let password: String
    /// How the list of sessions calls this login.
    let device: String?
}

/// The answer to both.
struct LoginAnswer: Encodable, Sendable {
    let account: String
    /// The key ID.
    let session: String
    /// In Base64.
    let key: String
    let expires: String
}

/// `PUT /v1/password`.
struct PasswordChange: Decodable, Sendable {
    let current: String
    let new: String
}

/// `GET /v1/session`.
struct OwnSession: Encodable, Sendable {
    let account: String
    let device: String
    let created: String
    let lastUsed: String
    let expires: String
    let usage: Amount
    let limits: Amount

    struct Amount: Encodable, Sendable {
        let objects: Int
        let bytes: Int64
    }

    init(_ identity: AccountIdentity<User>, _ usage: AccountUsage, _ limits: AccountLimits, _ lifetime: SessionLifetime)
    {
        let session = identity.session
        account = "\(identity.user.name)"
        device = session.client
        created = "\(session.created)"
        lastUsed = "\(session.lastUsed)"
        expires = "\(lifetime.end(of: session))"
        self.usage = Amount(objects: usage.objects, bytes: usage.bytes)
        self.limits = Amount(objects: limits.objects, bytes: limits.bytes)
    }
}

/// `GET /v1/sessions`.
struct SessionList: Encodable, Sendable {
    let sessions: [Entry]

    struct Entry: Encodable, Sendable {
        let id: String
        let device: String
        let created: String
        let lastUsed: String
        let expires: String
        /// Whether it is the one of the request.
        let current: Bool
    }

    init(_ sessions: [Session], of identity: AccountIdentity<User>, _ lifetime: SessionLifetime) {
        self.sessions = sessions.map { session in
            Entry(
                id: session.id.rawValue, device: session.client, created: "\(session.created)",
                lastUsed: "\(session.lastUsed)", expires: "\(lifetime.end(of: session))",
                current: session.id == identity.session.id)
        }
    }
}

/// `GET /v1/info`.
struct InfoMessage: Encodable, Sendable {
    let service = "fund-server"
    let version = 1
    let time: String
    let registration: RegistrationPolicy
    let limits = Limits()

    struct Limits: Encodable, Sendable {
        let changes = SyncChange.mostOfRequest
        let requestBytes = ChangeRequest.longest
        let signatureSeconds = NonceLog.window
    }
}
