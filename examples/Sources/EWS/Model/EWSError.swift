public import Downloading

/// Why a request to an Exchange server failed: the kind of failure, and a sentence for the user.
///
/// The sentence may contain words of the server. Make it harmless before it reaches a terminal.
public struct EWSError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: Sendable {
        /// The request cannot be sent: for example, its time ends before it begins.
        case invalid
        /// The server could not be reached, or went silent.
        case unreachable
        /// The server's certificate cannot be trusted: see ``EWSError/transferFailure``.
        case untrusted
        /// The server refused the password. It was tried once.
        case wrongPassword
        /// The server offers no way of logging in that may be used.
        case noAuthentication
        /// The server is busy. Nothing may be sent before ``EWSError/backOffMilliseconds`` have passed.
        case busy
        /// The server refused the request: see ``EWSError/response``.
        case refused
        /// The answer is not one that EWS gives: a web page, damaged XML, or more than the limit allows.
        case notEWS
        /// Autodiscover found no server.
        case notFound
        /// The task was canceled.
        case canceled
    }

    /// The kind of failure.
    public let code: Code

    /// A complete sentence with its period, which names the host.
    public let description: String

    /// The server's answer, if it refused the request or is busy.
    public let response: ResponseError?

    /// The reason that no answer came, if none came.
    public let transferFailure: TransferFailure?

    /// The status of the answer, if one came.
    public let status: Int?

    /// How long the server asked clients to wait, in milliseconds; nil if it did not. It comes from `BackOffMilliseconds` or
    /// from `Retry-After`.
    public let backOffMilliseconds: Int?

    /// Whether the server may have done what it was asked: the request was sent, and either no answer to it was understood, or the
    /// server says that it failed inside.
    /// Before sending it again, check with ``EWSClient/items(tagged:)`` that it was not done.
    public let isUncertain: Bool

    /// Where the server redirects to instead of answering, if it does.
    let redirectTarget: String?

    init(
        _ code: Code, _ description: String, response: ResponseError? = nil, transferFailure: TransferFailure? = nil,
        status: Int? = nil, backOffMilliseconds: Int? = nil, isUncertain: Bool = false, redirectTarget: String? = nil
    ) {
        (self.code, self.description, self.response) = (code, description, response)
        (self.transferFailure, self.status) = (transferFailure, status)
        self.backOffMilliseconds = backOffMilliseconds ?? response?.backOffMilliseconds
        self.isUncertain = isUncertain
        self.redirectTarget = redirectTarget
    }
}
