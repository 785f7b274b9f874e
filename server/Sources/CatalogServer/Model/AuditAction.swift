/// What can be done that is remembered. The words are kept in databases: new ones may be added, none may change.
enum AuditAction: String, Sendable, CaseIterable {
    case addUser, enableUser, disableUser, removeUser, setRole, setPassword
    case addTeam, removeTeam, addMember, removeMember
    case addGrant, removeGrant
    case logIn, logOut, endSessions
    case publish, changeRelease, withdraw, restore, removeRelease
    case download, makeLinks
}
