import AppCatalog

/// Who asks, by which session: what is known of a request whose token is good.
struct Identity: Hashable, Sendable {
    let user: User
    let session: Session

    /// Throws where the user's role is less than this.
    func require(_ role: AccountRole) throws(ServiceError) {
        guard user.role >= role else {
            throw ServiceError(.forbidden, "\(user.name) is no \(role.rawValue) here; ask an administrator.")
        }
    }
}
