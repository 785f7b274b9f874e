import AppGroup

/// Users to whom something is granted at once.
struct Team: Hashable, Sendable {
    let name: TeamName
    let created: Timestamp
    /// By name.
    let members: [UserName]
}
