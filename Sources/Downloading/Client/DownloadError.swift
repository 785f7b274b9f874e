import AppGroupPlatform
import CAppGroupCurl

/// Why a request failed: the kind of failure, and a sentence for the user.
public struct DownloadError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure that a caller may want to distinguish.
    public enum Code: Sendable {
        /// The server could not be reached, cannot be trusted, or stopped in the middle.
        case unreachable
        /// The server answered with something other than what was asked for.
        case refused
        /// There is more than the limit allows.
        case tooLarge
        /// The data that arrived could not be written.
        case inputOutput
    }

    /// The kind of failure.
    public let code: Code

    /// A complete sentence with its period, which names the host or the file. Make it harmless before it reaches a terminal.
    public let description: String

    /// The exact reason that no answer came; nil unless ``code`` is ``Code/unreachable``.
    public let failure: TransferFailure?

    /// The host with which an exchange failed, with its port; nil for other failures. A redirect may have led there.
    public let host: String?

    /// The head of the answer, if that came before the failure.
    public let head: ResponseHead?

    init(
        _ code: Code, _ description: String, _ failure: TransferFailure? = nil, from host: String? = nil,
        after head: ResponseHead? = nil
    ) {
        self.code = code
        self.description = description
        self.failure = failure
        self.host = host
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
            case .silentServer, .silentEncryption, .silent: "\(host) is too slow or does not answer."
            case .silentProxy: "The proxy for \(host) is too slow or does not answer."
            case .proxyCredentials: "The proxy for \(host) requires a different user and password."
            case .refusedByProxy: "The proxy for \(host) refuses the connection."
            case .unreachableByProxy: "The proxy for \(host) can't reach it at the moment."
            case .cut, .cutHandshake: "\(host) broke off the connection."
            case .otherName: "The certificate of \(host) can't be trusted: it is for another name."
            case .expired: "The certificate of \(host) can't be trusted: it has expired."
            case .notYetValid:
                "The certificate of \(host) can't be trusted: it is not valid yet. Is the clock of this machine right?"
            case .untrusted: "The certificate of \(host) can't be trusted: no trusted authority signed it."
            case .brokenEncryption: "No secure connection to \(host) can be made."
            case .nonsense: "\(host) sent an answer that can't be understood."
            case .badCompression: "\(host) sent an answer that can't be decompressed."
            case .other(let words): "\(host): \(words)."
            }
        self.init(.unreachable, sentence, failure, from: host, after: head)
    }
}
