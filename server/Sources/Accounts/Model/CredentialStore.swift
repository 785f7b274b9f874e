public import AppGroup
public import Serving

/// Where accounts and sessions are stored: the part of a server's database that logging in needs.
///
/// A change that returned is durable. A change and its entry in the audit log, if the server has one, are one transaction. Other
/// processes may change the same data at any time.
public protocol CredentialStore<Holder>: Sendable {
    /// A user who can log in.
    associatedtype Holder: Account

    /// The account with this name, with the hash of its password; `nil` if there is none.
    func credentials(of name: Holder.Name) async throws -> AccountCredentials<Holder>?
    /// Replaces the hash of a password with another hash of the same password. If the password has changed, nothing happens.
    func replace(_ old: PasswordHash, with new: PasswordHash, of user: AccountID) async throws
    /// Replaces a password that was just checked, from one of the user's sessions, and ends the other sessions.
    ///
    /// - Throws: `conflict` if the password has changed since, `notLoggedIn` if the session has ended.
    func changePassword(
        _ old: PasswordHash, to new: PasswordHash, of name: Holder.Name, in session: Session.ID, by who: Attribution
    ) async throws

    /// The session of a token and its user; `nil` if the session has ended or the user is disabled.
    func session(
        of token: TokenHash, alive lifetime: SessionLifetime, at now: Timestamp
    ) async throws -> (Session, Holder)?
    /// Adds a session. If the user has ``Session/mostOfUser`` already, it ends the one that was used least recently.
    ///
    /// - Throws: `notFound` if the user has been removed or disabled, `conflict` if their password has changed since it was
    ///   checked.
    func addSession(
        _ session: Session, token: TokenHash, provenBy password: PasswordHash, by who: Attribution) async throws
    /// Ends a session.
    ///
    /// - Throws: `notFound` if the user has no such session.
    func endSession(_ id: Session.ID, of user: AccountID, by who: Attribution) async throws
    /// Ends the sessions of a user.
    ///
    /// - Parameter kept: The session that stays; `nil` to end all.
    /// - Returns: How many ended.
    func endSessions(of user: AccountID, except kept: Session.ID?, by who: Attribution) async throws -> Int
    /// Records later times of use; an ended session stays ended.
    func touch(_ uses: [Session.ID: Timestamp]) async throws
    /// Deletes sessions that have ended.
    func forgetSessions(beyond lifetime: SessionLifetime, at now: Timestamp) async throws
}

extension CredentialStore {
    /// Ends all sessions of a user.
    ///
    /// - Returns: How many there were.
    public func endSessions(of user: AccountID, by who: Attribution) async throws -> Int {
        try await endSessions(of: user, except: nil, by: who)
    }
}

/// Who does something, from where, and when: for an audit log.
public struct Attribution: Hashable, Sendable {
    /// A user, or the program for a command on the server's own machine.
    public let actor: String
    /// The address they called from; `nil` on the server's own machine.
    public let address: String?
    /// The time of the action.
    public let moment: Timestamp

    /// Attributes an action.
    public init(actor: String, address: String?, moment: Timestamp) {
        self.actor = actor
        self.address = address
        self.moment = moment
    }
}

extension ServedContext {
    /// Attributes the actions of a request to a user, with the request's address and moment.
    public func attribution(of actor: String) -> Attribution {
        Attribution(actor: actor, address: origin.address?.description, moment: moment)
    }
}

extension ServiceError {
    /// The session that makes a request was ended meanwhile.
    public static let sessionEnded = ServiceError(.notLoggedIn, "Your session has ended; log in again.")
    /// A user has no session with this number.
    public static let noSuchSession = ServiceError(.notFound, "There is no such session.")
    /// A password was right when it was checked, but is no longer the user's.
    public static let passwordChanged = ServiceError(
        .conflict, "The password was changed while it was being checked; try again.")
}
