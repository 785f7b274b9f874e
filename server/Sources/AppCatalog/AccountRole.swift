/// What a user may do beside having what was granted to him. Each role may do what those before it may.
public enum AccountRole: String, Codable, Hashable, Sendable, CaseIterable, Comparable {
    /// Has what was granted.
    case user
    /// Publishes packages.
    case publisher
    /// Administers users, teams, grants and releases.
    case administrator

    /// Who may less comes first.
    public static func < (one: AccountRole, other: AccountRole) -> Bool { one.rank < other.rank }

    private var rank: Int { AccountRole.allCases.firstIndex(of: self) ?? 0 }
}
