import AppGroup

/// One login of a user.
struct Session: Hashable, Sendable {
    /// Names it where it is to be ended; tells nothing of its token.
    struct ID: RawRepresentable, Hashable, Sendable {
        let rawValue: String
    }

    let id: ID
    let user: User.ID
    /// What logged in, in its own words: whatever it sent.
    let client: String
    let created: Timestamp
    /// Within some minutes.
    let lastUsed: Timestamp
}
