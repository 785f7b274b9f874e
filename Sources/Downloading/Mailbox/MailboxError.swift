import CAppGroupCurl

/// Why something about a mailbox failed: what kind of failure it is, and a sentence for the person.
public struct MailboxError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure that a caller may want to distinguish.
    public enum Code: Sendable {
        /// The server could not be reached, cannot be trusted, does not encrypt, or stopped in the middle.
        case unreachable
        /// The server does not accept the user or the password.
        case refusedLogin
        /// The server does not allow it now, for instance because another program reads the same mailbox.
        case busy
        /// The server does not do what it was asked for, such as sending a message that is no longer there.
        case refused
        /// The answers are not those of a POP3 server.
        case nonsense
        /// There is more than the limit allows.
        case tooLarge
    }

    /// The kind of failure.
    public let code: Code

    /// The sentence. It may quote the server.
    public let description: String

    init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }

    /// A command that the server refuses after the login.
    init(refusal: String, at address: MailboxAddress) {
        self.init(Self.isTemporary(refusal) ? .busy : .refused, "\(address) refuses. It says: \(refusal)")
    }

    /// A failed login.
    /// - Parameter reply: The server's reason, if it refused.
    init(_ result: CURLcode, _ reply: String?, at address: MailboxAddress, by handle: CurlHandle) {
        let words = reply.map { " It says: \($0)" } ?? ""
        switch result {
        case CURLE_LOGIN_DENIED where Self.isTemporary(reply):
            self.init(.busy, "\(address) does not open the mailbox now.\(words)")
        case CURLE_LOGIN_DENIED:
            self.init(.refusedLogin, "\(address) refuses the user or the password.\(words)")
        case CURLE_USE_SSL_FAILED:
            self.init(
                .unreachable,
                "\(address) offers no encryption (STLS), so the password was not sent. Either the server has none, or "
                    + "somebody between here and there hides it.")
        case CURLE_WEIRD_SERVER_REPLY, CURLE_QUOTE_ERROR, CURLE_UNSUPPORTED_PROTOCOL:
            if let reply {
                self.init(refusal: reply, at: address)
            } else {
                self.init(.nonsense, "\(address) does not answer as a POP3 server.")
            }
        default:
            let failure = TransferFailure(result, handle, isSecure: true, through: .none)
            if failure == .nonsense {
                self.init(.nonsense, "\(address) does not answer as a POP3 server.")
            } else {
                self.init(.unreachable, DownloadError(failure, with: "\(address)").description)
            }
        }
    }

    /// Whether the server says that it is a matter of time (RFC 2449, 8.1.1, and RFC 3206).
    private static func isTemporary(_ reply: String?) -> Bool {
        let reply = reply?.uppercased() ?? ""
        return reply.contains("[IN-USE]") || reply.contains("[LOGIN-DELAY]") || reply.contains("[SYS/TEMP]")
    }
}
