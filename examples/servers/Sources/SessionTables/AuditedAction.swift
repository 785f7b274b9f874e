public import Accounts
public import GRDB

/// An action in the audit log. Databases keep the word: new ones may be added, none may change.
public protocol AuditedAction: RawRepresentable<String>, Sendable {
    /// Whether it ends sessions, or changes an account that may be logged in.
    var changesLogins: Bool { get }
}

/// What happens to the logins of any server, as the audit log keeps it. Servers add actions of their own.
public enum LoginAction: String, AuditedAction {
    /// A user logged in.
    case logIn
    /// One session of a user ended.
    case logOut
    /// All sessions of a user ended, or all but one.
    case endSessions
    /// A user has another password.
    case setPassword
    /// A user can no longer log in.
    case disableUser
    /// A user who was disabled can log in again.
    case enableUser

    /// Whether it ends sessions, or changes an account that may be logged in.
    public var changesLogins: Bool { self != .logIn }
}

extension Database {
    /// Adds an entry to the audit log.
    ///
    /// - Parameters:
    ///   - action: What was done.
    ///   - subject: Names users and what is theirs by numbers: the log is kept permanently, and holds nothing personal.
    public func log(_ action: some AuditedAction, _ subject: String, by who: Attribution) throws {
        try execute(
            sql: "INSERT INTO audit (moment, actor, address, action, subject) VALUES (?, ?, ?, ?, ?)",
            arguments: [who.moment.milliseconds, who.actor, who.address, action.rawValue, subject])
    }
}
