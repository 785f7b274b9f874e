import AppCatalog
import AppGroup

/// Who may have what: one subject, one package or all of them, up to one channel.
struct Grant: Hashable, Sendable {
    struct ID: RawRepresentable, Hashable, Sendable {
        let rawValue: Int64
    }

    /// Who gets it.
    enum Subject: Hashable, Sendable {
        case user(UserName)
        case team(TeamName)
        case everyone
    }

    /// What is granted.
    enum Scope: Hashable, Sendable {
        case package(AppID)
        /// Every package, those of later days too.
        case everything
    }

    let id: ID
    let subject: Subject
    let scope: Scope
    let channel: ReleaseChannel
    let created: Timestamp
}

extension Grant.Scope {
    var package: AppID? {
        if case .package(let package) = self { package } else { nil }
    }
}

extension Grant: CustomStringConvertible {
    /// Such as `com.example.rooms (beta) to team:sales`.
    var description: String {
        "\(scope.package?.description ?? "everything") (\(channel.rawValue)) to \(subject)"
    }
}
