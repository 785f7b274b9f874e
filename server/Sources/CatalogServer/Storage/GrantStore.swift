import AppCatalog

/// Who may have what.
protocol GrantStore: Sendable {
    /// In the order in which they were made.
    func grants() async throws -> [Grant]
    /// What a user may have, by grants to him, to his teams and to everyone.
    func access(of user: User.ID) async throws -> Access

    /// A grant of the same to the same subject gets the channel. Throws `notFound` where there is no such user or team; the
    /// package need not be there yet.
    func addGrant(
        of scope: Grant.Scope, to subject: Grant.Subject, channel: ReleaseChannel, by who: Attribution
    ) async throws -> Grant
    /// Throws `notFound` where there is no such grant.
    func removeGrant(_ id: Grant.ID, by who: Attribution) async throws
}
