import AppCatalog

/// Users and teams.
protocol AccountStore: Sendable {
    func user(named name: UserName) async throws -> User?
    func user(_ id: User.ID) async throws -> User?
    /// By name, those after one where it is given.
    func users(after name: UserName?, limit: Int) async throws -> [User]
    /// The names of each user's teams, in order.
    func teams(of users: [User.ID]) async throws -> [User.ID: [TeamName]]
    /// The user of that name, and the hash of his password.
    func credentials(of name: UserName) async throws -> Credentials?

    /// Throws `taken` where the name is.
    func addUser(_ name: UserName, role: AccountRole, password: PasswordHash, by who: Attribution) async throws -> User
    /// Throws `notFound` where there is no such user, as all of these; `conflict` where no enabled administrator were left.
    func setRole(_ role: AccountRole, of name: UserName, by who: Attribution) async throws
    /// A user who is disabled keeps nothing but his name: his sessions end.
    func setDisabled(_ isDisabled: Bool, _ name: UserName, by who: Attribution) async throws
    /// Whatever it was before. His sessions end.
    func setPassword(_ password: PasswordHash, of name: UserName, by who: Attribution) async throws
    /// In place of the one that was looked at, by one of his sessions; the others end. Throws `conflict` where it is no longer
    /// that one, `notLoggedIn` where the session has ended meanwhile.
    func changePassword(
        _ old: PasswordHash, to new: PasswordHash, of name: UserName, in session: Session.ID, by who: Attribution
    ) async throws
    /// The same password, hashed otherwise; where it is no longer this one, nothing changes.
    func replace(_ old: PasswordHash, with new: PasswordHash, of user: User.ID) async throws
    /// With his sessions, memberships and grants.
    func removeUser(_ name: UserName, by who: Attribution) async throws

    /// By name.
    func teams() async throws -> [Team]
    /// Throws `taken` where the name is.
    func addTeam(_ name: TeamName, by who: Attribution) async throws -> Team
    /// With its memberships and grants.
    func removeTeam(_ name: TeamName, by who: Attribution) async throws
    /// Who is a member already stays one. Throws `notFound` where there is no such user or team.
    func addMember(_ user: UserName, to team: TeamName, by who: Attribution) async throws
    /// Throws `notFound` where he was none.
    func removeMember(_ user: UserName, from team: TeamName, by who: Attribution) async throws
}

/// A user and what his password is checked against.
struct Credentials: Sendable {
    let user: User
    let password: PasswordHash
}
