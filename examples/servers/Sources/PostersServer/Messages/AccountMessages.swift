/// `POST /v1/register`.
struct Registration: Decodable, Sendable {
    let name: String
    let mail: String?
    let phone: String?
    let password: String
    let client: String?
}

/// `POST /v1/login`.
struct LoginRequest: Decodable, Sendable {
    let mail: String?
    let phone: String?
    let password: String
    let client: String?
}

/// The answer to both.
struct LoginAnswer: Encodable, Sendable {
    let token: String
    let expires: String
    let account: AccountMessage
}

/// `GET /v1/account`.
struct AccountMessage: Encodable, Sendable {
    let id: Int64
    let name: String
    let mail: String?
    let phone: String?
    let role: Role
    let created: String

    init(_ user: User) {
        id = user.id.rawValue
        name = user.fullName
        mail = user.mail?.description
        phone = user.phone
        role = user.role
        created = "\(user.created)"
    }
}

/// `POST /v1/account/deletion`.
struct AccountDeletion: Decodable, Sendable {
    let password: String
}

/// `PUT /v1/password`.
struct PasswordChange: Decodable, Sendable {
    let current: String
    let new: String
}

/// `GET /v1/sessions`.
struct SessionList: Encodable, Sendable {
    let sessions: [SessionMessage]
}

struct SessionMessage: Encodable, Sendable {
    let id: String
    let client: String
    let created: String
    let lastUsed: String
    let expires: String
    let current: Bool
}
