import AppCatalog
import AppGroup

/// Somebody who may log in.
struct User: Hashable, Sendable {
    /// Names the user for good: no later user gets it, however they are named.
    struct ID: RawRepresentable, Hashable, Sendable {
        let rawValue: Int64
    }

    let id: ID
    let name: UserName
    let role: AccountRole
    /// Whether he is shut out, until he is enabled again.
    let isDisabled: Bool
    let created: Timestamp
}
