import AppCatalog

extension AdministrationService {
    func users(after name: String? = nil) async throws -> UserList {
        let users = try await store.users(after: try name.map { try UserName($0) }, limit: Self.pageSize)
        let teams = try await store.teams(of: users.map(\.id))
        return UserList(
            users: users.map { UserDescription($0, teams: teams[$0.id] ?? []) },
            next: users.count < Self.pageSize ? nil : users.last?.name.description)
    }

    func user(_ name: String) async throws -> UserDescription { try await described(try await required(name)) }

    func add(_ new: NewUser, by who: Attribution) async throws -> PasswordAnswer {
        let name = try UserName(new.name)
        // Before the hash, which takes its time; the store looks again.
        guard try await store.user(named: name) == nil else {
            throw ServiceError(.taken, "There is a user \(name) already.")
        }
        let (password, generated) = try NewSecret.password(new.password)
        let hash = try await hasher.hash(password)
        let user = try await store.addUser(name, role: new.role ?? .user, password: hash, by: who)
        return PasswordAnswer(user: UserDescription(user, teams: []), password: generated)
    }

    func change(_ name: String, _ change: UserChange, by who: Attribution) async throws -> UserDescription {
        let user = try await required(name)
        if let role = change.role { try await store.setRole(role, of: user.name, by: who) }
        if let isDisabled = change.disabled { try await store.setDisabled(isDisabled, user.name, by: who) }
        return try await self.user(name)
    }

    func setPassword(of name: String, _ new: NewPassword, by who: Attribution) async throws -> PasswordAnswer {
        let user = try await required(name)
        let (password, generated) = try NewSecret.password(new.password)
        try await store.setPassword(try await hasher.hash(password), of: user.name, by: who)
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
