import Accounts
import AppGroup
import Serving

/// A user who may log in.
struct User: Account, Hashable {
    let id: AccountID
    let name: UserName
    let isDisabled: Bool
    let created: Timestamp

    /// How the log and the audit log name them: by nothing personal.
    var actor: String { "account \(id.rawValue)" }

    /// How the audit log names somebody who makes an account for themselves.
    static let registrant = "registration"
}

/// What somebody logs in with, in lower case: a letter or a digit, then up to 63 letters, digits and `. _ @ -`, all of ASCII.
struct UserName: Hashable, Sendable, CustomStringConvertible {
    let description: String

    /// - Throws: `invalid`.
    init(_ text: String) throws(ServiceError) {
        let name = text.lowercased()
        guard name.wholeMatch(of: /[a-z0-9][a-z0-9._@-]{0,63}/) != nil else {
            throw ServiceError(
                .invalid,
                "“\(text.prefix(80))” can't be a name: it has 1 to 64 characters from a-z 0-9 . _ @ - and begins with a letter or a "
                    + "digit."
            )
        }
        description = name
    }

    /// Takes a name from the database.
    init(checked name: String) { description = name }
}

/// What an account may take, the same for all.
struct AccountLimits: Hashable, Sendable {
    /// Objects that are not deleted.
    var objects = 250_000
    /// Of the contents of objects and of files together.
    var bytes: Int64 = 5_000 << 20

    /// How many deletions are remembered for each allowed object.
    static let deletionsPerObject = 4
    /// How many deletions are remembered.
    var deletions: Int { objects * Self.deletionsPerObject }
}

/// What an account takes.
struct AccountUsage: Hashable, Sendable {
    var objects: Int
    var bytes: Int64
}
