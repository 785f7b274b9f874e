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
                .invalid, "“\(text.prefix(80))” is nobody to grant something to: say user:NAME, team:NAME or everyone.")
        }
    }
}
