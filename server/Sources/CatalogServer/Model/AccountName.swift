import Accounts
import Serving

/// The rule for names of users and teams, which keeps them safe in paths, headers, logs and tables.
///
/// 1 to 64 of `a`–`z`, `0`–`9`, `.`, `_`, `-`, `+` and `@`, starting with a letter or a digit, so mail addresses are allowed.
/// There is one spelling only, so that no two names look nearly the same.
enum AccountName {
    static let maximumLength = 64

    static func check(_ text: String, _ kind: String) throws(ServiceError) {
        let bytes = text.utf8
        let isSound =
            (1...maximumLength).contains(bytes.count) && bytes.allSatisfy(isAllowed) && bytes.first.map(begins) ?? false
        guard isSound else {
            throw ServiceError(
                .invalid,
                "“\(text.prefix(maximumLength))” can't name a \(kind): use 1 to \(maximumLength) of a-z, 0-9 and "
                    + ". _ - + @, starting with a letter or a digit.")
        }
    }

    private static func begins(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool { begins(byte) || "._-+@".utf8.contains(byte) }
}

/// The name that a user logs in with, such as `ada` or `ada@example.com`. ``AccountName`` has the rule.
struct UserName: Hashable, Comparable, Sendable, CustomStringConvertible {
    let description: String

    /// Checks a name that comes from outside. The error says what a name may be.
    init(_ text: String) throws(ServiceError) {
        try AccountName.check(text, "user")
        description = text
    }

    /// Checks the name of a new user, who must not seem to be a command or a part of the server. A user of an older release may be
    /// called like one.
    init(new text: String) throws(ServiceError) {
        try self.init(text)
        guard !Attribution.reservedActors.contains(text) else {
            throw ServiceError(.invalid, "\(text) stands for the server in the audit log; choose another name.")
        }
    }

    /// A name typed at a login, where case does not matter.
    init(typed text: String) throws(ServiceError) { try self.init(text.lowercased()) }

    static func < (one: UserName, other: UserName) -> Bool { one.description < other.description }
}

/// The name of a team, such as `sales`. ``AccountName`` has the rule.
struct TeamName: Hashable, Comparable, Sendable, CustomStringConvertible {
    let description: String

    /// Checks a name that comes from outside. The error says what a name may be.
    init(_ text: String) throws(ServiceError) {
        try AccountName.check(text, "team")
        description = text
    }

    static func < (one: TeamName, other: TeamName) -> Bool { one.description < other.description }
}
