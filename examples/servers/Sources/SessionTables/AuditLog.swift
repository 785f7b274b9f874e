public import Accounts
public import GRDB

/// What happens when users log in and out, as the audit log keeps it. Servers add actions of their own.
public enum LoginAction: String, Sendable {
    /// A user logged in.
    case logIn
    /// One session of a user ended.
    case logOut
    /// All sessions of a user ended.
    case endSessions
    /// A user has another password.
    case setPassword
}

extension Database {
    /// Adds an entry to the audit log.
    ///
    /// - Parameters:
    ///   - action: Databases keep the word: new ones may be added, none may change.
    ///   - subject: Names users and what is theirs by numbers: the log is kept for good, and holds nothing personal.
    public func log(_ action: some RawRepresentable<String>, _ subject: String, by who: Attribution) throws {
        try execute(
            sql: "INSERT INTO audit (moment, actor, address, action, subject) VALUES (?, ?, ?, ?, ?)",
            arguments: [who.moment.milliseconds, who.actor, who.address, action.rawValue, subject])
    }
}
