public import Downloading

/// How an Exchange server is reached.
public struct EWSConfiguration: Sendable {
    /// Where the server listens, such as `https://mail.example.com/EWS/Exchange.asmx`. It must be an `https` address.
    public var server: WebAddress

    /// The user who logs in, and their password.
    public var credentials: Credentials

    /// How the user logs in.
    public var authentication = Authentication.ntlm

    /// Whose certificates are trusted. They are always checked.
    public var authorities = Authorities.environment

    /// How the server is reached.
    public var proxy = Proxy.environment

    /// The most requests at once, each on a connection of its own: at least 1. A further connection is made when a request has
    /// waited for as long as a login takes.
    public var jobs = 2

    /// The memory of how long the server asked clients to wait; nil if the caller waits.
    public var backOff: (any BackOffMemory)?

    /// How long a server may be silent, in seconds. An answer that keeps arriving may take two minutes in all, or this long if
    /// this is longer.
    public var seconds = 10

    /// The version of the schema that requests follow.
    public var version = SchemaVersion.exchange2010

    /// The name of the extended property in which ``MeetingDraft/tag`` is stored. A program that changes it no longer finds its
    /// earlier meetings.
    public var tagProperty = "BookingTag"

    /// The largest answer, in bytes.
    public var answerLimit = 32 << 20

    /// The name that the server gets (`User-Agent`).
    public var userAgent = "EWS"

    /// A server and a user, with defaults for everything else.
    public init(server: WebAddress, credentials: Credentials) {
        (self.server, self.credentials) = (server, credentials)
    }

    /// The ways of logging in.
    public enum Authentication: String, Sendable, CaseIterable {
        /// NTLM version 2, bound to the server's certificate. The password is never sent.
        case ntlm
        /// The password itself, inside the encrypted connection (RFC 7617).
        case basic
    }

    /// The versions of the schema that requests may follow. Every later server understands an earlier one.
    public enum SchemaVersion: String, Sendable {
        /// Exchange 2010 and later, and grommunio.
        case exchange2010 = "Exchange2010"
        /// Exchange 2013 with its service pack 1, and later.
        case exchange2013 = "Exchange2013_SP1"
    }
}

/// A user and a password.
public struct Credentials: Sendable {
    /// The user: `DOMAIN\name`, `name@example.com` or `name`.
    public var user: String

    /// The password. It is in no description and in no error.
    public var password: String

    /// A user and a password.
    public init(user: String, password: String) { (self.user, self.password) = (user, password) }
}

extension Credentials: CustomStringConvertible, CustomReflectable {
    /// The user, without the password.
    public var description: String { user }

    /// The user, without the password.
    public var customMirror: Mirror { Mirror(self, children: ["user": user]) }
}

/// Remembers how long a server asked clients to wait, for all clients and processes that use the same memory.
///
/// A client without a memory leaves this to its caller, who learns of it from ``EWSError/backOffMilliseconds``.
public protocol BackOffMemory: Sendable {
    /// How long clients must still wait, in milliseconds; 0 if the server may be asked now.
    ///
    /// A client asks this before each request. If it is not 0, the request is not sent, and fails with ``EWSError/Code/busy``.
    func remaining() -> Int

    /// Remembers that clients must wait for this many milliseconds from now on. A longer time that is already known stays in force.
    ///
    /// A client calls this before it sends anything else.
    func keep(milliseconds: Int)
}
