import AppGroup

/// Something that somebody did, for good.
struct AuditEntry: Hashable, Sendable {
    struct ID: RawRepresentable, Hashable, Sendable {
        let rawValue: Int64
    }

    let id: ID
    let attribution: Attribution
    let action: AuditAction
    /// What it was done to, such as a user's name or a package and its version.
    let subject: String
}
