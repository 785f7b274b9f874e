import ToolProgram

/// Who is logged in.
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

    /// What they logged in with.
    var login: String { mail ?? phone ?? name }

    /// The command with which they log in again at the same server.
    var loginCommand: String {
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
    /// Nobody is logged in.
    static let notLoggedIn = refused(
        "You are not logged in. To log in: posters login --server URL --mail you@example.com")
}
