import Accounts
import AppCatalog
import AppGroupText

/// The page on which users change their password, and see and end their sessions.
struct AccountPage: Sendable {
    /// A place where the user is logged in.
    struct Session: Sendable {
        let id: String
        /// The program, in its own words.
        let client: String
        let begun: Moment
        let lastUsed: Moment
        /// Whether the page is shown in this session.
        let isCurrent: Bool

        init(_ session: SessionDescription) {
            id = session.id
            client = session.client.isEmpty ? "Unknown program" : session.client
            begun = Moment(session.created)
            lastUsed = Moment(session.lastUsed)
            isCurrent = session.current
        }
    }

    /// A time, for machines and for people. Without scripts, a page can't know the visitor's time zone.
    struct Moment: Sendable {
        let timestamp: String
        let text: String

        /// - Parameter timestamp: RFC 3339 in UTC.
        init(_ timestamp: String) {
            self.timestamp = timestamp
            text = "\(timestamp.prefix(10)) \(timestamp.dropFirst(11).prefix(5)) UTC"
        }
    }

    let frame: PageFrame
    /// Why the last attempt was refused.
    let problem: String?
    /// What the last attempt changed.
    let notice: String?
    /// For the browser, which keeps the new password under this name.
    let user: String
    let minimumLength = Password.minimumLength
    /// The newest ones, and that in which the page is shown.
    let sessions: [Session]
    /// The sentence that further ones are not shown; `nil` if all are shown.
    let more: String?
    /// Whether there is any session besides the one in which the page is shown.
    let hasOthers: Bool

    /// How many of the newest sessions are shown.
    private static let mostSessions = 100

    /// - Parameter sessions: All of the user's sessions, newest first.
    init(frame: PageFrame, problem: String?, notice: String?, user: String, sessions: [Session]) {
        self.frame = frame
        self.problem = problem
        self.notice = notice
        self.user = user
        self.sessions = sessions.enumerated().filter { $0.offset < Self.mostSessions || $0.element.isCurrent }
            .map(\.element)
        let hidden = sessions.count - self.sessions.count
        more = hidden > 0 ? "\(Quantity(hidden, "more session")) \(hidden == 1 ? "is" : "are") not shown." : nil
        hasOthers = sessions.contains { !$0.isCurrent }
    }
}
