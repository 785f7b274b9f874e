import AppGroupPlatform
import CAppGroupCurl

/// Why a request failed: what kind of failure it is, and a sentence for the person.
public struct DownloadError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure that a caller may want to tell apart.
    public enum Code: Sendable {
        /// The server could not be reached, cannot be trusted, or stopped in the middle.
        case unreachable
        /// The server answered with something other than what was asked for.
        case refused
        /// There is more than the limit allows.
        case tooLarge
        /// What arrived could not be written.
        case inputOutput
    }

    /// The kind of failure.
    public let code: Code

    /// The sentence.
    public let description: String

    /// More precisely, what kept an answer from coming; nil unless ``code`` is ``Code/unreachable``.
    public let failure: TransferFailure?

    /// The head of the answer, if that came before the failure.
    public let head: ResponseHead?

    init(
        _ code: Code, _ description: String, _ failure: TransferFailure? = nil, after head: ResponseHead? = nil
    ) {
        self.code = code
        self.description = description
        self.failure = failure
        self.head = head
    }

    init(_ error: SystemError, writing path: String) {
        self.init(.inputOutput, "\(path) can't be written: \(error.message).")
    }

    /// A failed exchange with a host.
    init(_ failure: TransferFailure, with host: String, after head: ResponseHead? = nil) {
        let sentence =
            switch failure {
            case .unavailable: "libcurl can't be used on this machine: is it installed?"
            case .noThread: "No thread is left for the request to \(host)."
            case .noHost: "\(host) can't be found. Is there a connection to the network?"
            case .noProxyHost: "The proxy for \(host) can't be found."
            case .refusedConnection: "\(host) can't be reached."
            case .silentServer, .silentEncryption, .silent: "\(host) is too slow, or silent."
            case .silentProxy: "The proxy for \(host) is too slow, or silent."
            case .proxyCredentials: "The proxy for \(host) wants another user and password."
            case .refusedByProxy: "The proxy for \(host) refuses the connection."
            case .cut, .cutHandshake: "\(host) broke off the connection."
            case .otherName: "The certificate of \(host) can't be trusted: it is for another name."
            case .expired: "The certificate of \(host) can't be trusted: it has expired."
            case .notYetValid:
                "The certificate of \(host) can't be trusted: it is not valid yet. Is the clock of this machine right?"
            case .untrusted: "The certificate of \(host) can't be trusted: no authority that is known here signed it."
            case .brokenEncryption: "\(host) can't be talked to securely."
            case .nonsense: "\(host) gave no answer that can be understood."
            case .badCompression: "\(host) sent an answer that can't be decompressed."
            case .other(let words): "\(host): \(words)."
            }
        self.init(.unreachable, sentence, failure, after: head)
    }
}
