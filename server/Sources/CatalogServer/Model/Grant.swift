import AppCatalog
import AppGroup
import Serving

/// Permission for one subject to have one package, or all packages, up to one channel.
struct Grant: Hashable, Sendable {
    struct ID: RawRepresentable, Hashable, Sendable {
        let rawValue: Int64
    }

    /// Who receives the grant.
    enum Subject: Hashable, Sendable {
        case user(UserName)
        case team(TeamName)
        case everyone
    }

    /// What is granted.
    enum Scope: Hashable, Sendable {
        case package(AppID)
        /// Every package, future ones too.
        case everything
    }

    let id: ID
    let subject: Subject
    let scope: Scope
    var channel: ReleaseChannel
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

extension Grant.Subject: CustomStringConvertible {
    /// `user:ada`, `team:sales` or `everyone`.
    var description: String {
        switch self {
        case .user(let name): "user:\(name)"
        case .team(let name): "team:\(name)"
        case .everyone: "everyone"
        }
    }

    /// Reads what ``description`` writes.
    init(_ text: String) throws(ServiceError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        switch (parts.first, parts.count) {
        case ("everyone", 1): self = .everyone
        case ("user", 2): self = .user(try UserName(String(parts[1])))
        case ("team", 2): self = .team(try TeamName(String(parts[1])))
        default:
            throw ServiceError(
                .invalid, "“\(text.prefix(80))” can't receive a grant; use user:NAME, team:NAME or everyone.")
        }
    }
}

/// Everything granted to one user: directly, through teams, and through grants to everyone.
struct Access: Hashable, Sendable {
    /// The highest channel of each package that a grant names.
    var packages: [AppID: ReleaseChannel]
    /// The highest channel of all other packages; `nil` if no grant covers everything.
    var everything: ReleaseChannel?
    /// The user's teams, whose grants are included.
    var teams: Set<Team.ID> = []

    /// Adds what one more grant gives.
    ///
    /// - Parameter package: `nil` if it covers everything.
    mutating func add(_ package: AppID?, _ channel: ReleaseChannel) {
        if let package {
            packages[package] = max(packages[package] ?? channel, channel)
        } else {
            everything = max(everything ?? channel, channel)
        }
    }

    /// The highest channel of a package that the user may have; `nil` if they may not have the package at all.
    func channel(of package: AppID) -> ReleaseChannel? {
        guard let named = packages[package] else { return everything }
        return max(named, everything ?? named)
    }
}
