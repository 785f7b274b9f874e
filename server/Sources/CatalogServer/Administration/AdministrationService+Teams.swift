import AppCatalog

extension AdministrationService {
    func teams() async throws -> TeamList {
        TeamList(teams: try await store.teams().map(TeamDescription.init))
    }

    func add(_ new: NewTeam, by who: Attribution) async throws -> TeamDescription {
        TeamDescription(try await store.addTeam(try TeamName(new.name), by: who))
    }

    func removeTeam(_ name: String, by who: Attribution) async throws {
        try await store.removeTeam(try TeamName(name), by: who)
    }

    func addMember(_ user: String, to team: String, by who: Attribution) async throws {
        try await store.addMember(try UserName(user), to: try TeamName(team), by: who)
    }

    func removeMember(_ user: String, from team: String, by who: Attribution) async throws {
        try await store.removeMember(try UserName(user), from: try TeamName(team), by: who)
    }
}

extension TeamDescription {
    fileprivate init(_ team: Team) {
        self.init(name: "\(team.name)", created: "\(team.created)", members: team.members.map(\.description))
    }
}
