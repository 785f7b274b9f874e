import ToolProgram

/// Who is signed in.
struct Account: Codable {
    let name: String
    var mail: String?
    var phone: String?
    let role: Role

    enum Role: String, Codable {
        case resident, inspector, supervisor, reader

        /// Whether it decides about reports.
        var isSupervisor: Bool { self == .supervisor }
    }

    /// What they signed in with.
    var login: String { mail ?? phone ?? name }

    /// The command with which they sign in again at the same server.
    var signIn: String {
        if mail == nil, let phone { return "posters login --phone \(phone)" }
        return "posters login --mail \(mail ?? "you@example.com")"
    }
}

/// What the server says about itself.
struct ServerInfo: Codable {
    var law: String?
    var contact: String?
    let registration: String
    let limits: Limits

    /// What a report may have.
    struct Limits: Codable {
        let phones: Int
        let photos: Int
        let photoBytes: Int
    }
}

extension ToolError {
    /// Nobody is signed in.
    static let notSignedIn = refused(
        "You are not signed in. To sign in: posters login --server URL --mail you@example.com")
}
