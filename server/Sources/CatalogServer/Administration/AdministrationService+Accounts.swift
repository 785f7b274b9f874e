import Accounts
import AppCatalog
import Serving

extension AdministrationService {
    func users(after name: String? = nil) async throws -> UserList {
        let users = try await store.users(after: try name.map { try UserName($0) }, limit: Self.pageSize)
        let teams = try await store.teams(of: users.map(\.id))
        return UserList(
            users: users.map { UserDescription($0, teams: teams[$0.id] ?? []) },
            next: users.count < Self.pageSize ? nil : users.last?.name.description)
    }

    func user(_ name: String) async throws -> UserDescription { try await described(try await required(name)) }

    /// Whether there is an enabled administrator.
    func hasAdministrator() async throws -> Bool {
        var last: UserName?
        repeat {
            let page = try await store.users(after: last, limit: Self.pageSize)
            if page.contains(where: { $0.role == .administrator && !$0.isDisabled }) { return true }
            last = page.last?.name
        } while last != nil
        return false
    }

    /// - Parameter confirm: Throws if the administrator may no longer do this. To hash a password takes long.
    func add(
        _ new: NewUser, by who: Attribution, confirming confirm: () async throws -> Void
    ) async throws -> PasswordAnswer {
        let name = try UserName(new: new.name)
        // Checked before hashing, which takes time; the store checks again.
        guard try await store.user(named: name) == nil else {
            throw ServiceError.taken("user", name)
        }
        let (password, generated) = try NewSecret.password(new.password)
        let hash = try await hasher.hash(password)
        try await confirm()
        let user = try await store.addUser(name, role: new.role ?? .user, password: hash, by: who)
        return PasswordAnswer(user: UserDescription(user, teams: []), password: generated)
    }

    func change(_ name: String, _ change: UserChange, by who: Attribution) async throws -> UserDescription {
        let user = try await required(name)
        try await store.changeUser(user.name, change, by: who)
        return try await self.user(name)
    }

    /// - Parameter confirm: As for ``add(_:by:confirming:)``.
    func setPassword(
        of name: String, _ new: NewPassword, by who: Attribution, confirming confirm: () async throws -> Void
    ) async throws -> PasswordAnswer {
        let user = try await required(name)
        let (password, generated) = try NewSecret.password(new.password)
        let hash = try await hasher.hash(password)
        try await confirm()
        try await store.setPassword(hash, of: user.name, by: who)
        return PasswordAnswer(user: try await described(user), password: generated)
    }

    func removeUser(_ name: String, by who: Attribution) async throws {
        try await store.removeUser(try await required(name).name, by: who)
    }

    private func described(_ user: User) async throws -> UserDescription {
        UserDescription(user, teams: try await store.teams(of: [user.id])[user.id] ?? [])
    }
}

extension UserDescription {
    fileprivate init(_ user: User, teams: [TeamName]) {
        self.init(
            name: "\(user.name)", role: user.role, disabled: user.isDisabled, created: "\(user.created)",
            teams: teams.map(\.description))
    }
}

extension AdministrationService {
    func teams() async throws -> TeamList {
        TeamList(teams: try await store.teams().map(TeamDescription.init))
    }

    func add(_ new: NewTeam, members: [String] = [], by who: Attribution) async throws -> TeamDescription {
        TeamDescription(
            try await store.addTeam(try TeamName(new.name), members: try members.map { try UserName($0) }, by: who))
    }

    func removeTeam(_ name: String, by who: Attribution) async throws {
        try await store.removeTeam(try TeamName(name), by: who)
    }

    /// Adds all of these users or none.
    func addMembers(_ users: [String], to team: String, by who: Attribution) async throws {
        try await store.addMembers(try users.map { try UserName($0) }, to: try TeamName(team), by: who)
    }

    /// Removes all of these users or none.
    func removeMembers(_ users: [String], from team: String, by who: Attribution) async throws {
        try await store.removeMembers(try users.map { try UserName($0) }, from: try TeamName(team), by: who)
    }
}

extension TeamDescription {
    fileprivate init(_ team: Team) {
        self.init(name: "\(team.name)", created: "\(team.created)", members: team.members.map(\.description))
    }
}

/// A given password, or a generated one.
enum NewSecret {
    /// - Returns: The password, and its text if it was generated and must be shown.
    static func password(_ given: String?) throws(ServiceError) -> (Password, generated: String?) {
        if let given { return (try Password(new: given), nil) }
        let text = Password.generated()
        return (Password(typed: text), text)
    }
}
