import Downloading
import ToolProgram

/// Why a server gave no answer that counts: it is away, or it fails.
struct ServerFailure: Error {
    /// A sentence for the person.
    private let description: String
    /// Whether the request certainly had no effect.
    private let isUndelivered: Bool
    /// Whether the same request may succeed in a moment.
    private let isPassing: Bool
    private let kind: ToolError.Kind

    init(_ error: DownloadError) {
        description = error.description
        switch error.failure {
        case .noThread, .noHost, .noProxyHost, .refusedConnection, .silentServer, .silentProxy, .silentEncryption,
            .unreachableByProxy:
            (isUndelivered, isPassing, kind) = (true, true, .unavailable)
        case .cut, .silent:
            (isUndelivered, isPassing, kind) = (false, true, .unavailable)
        case .unavailable, .cutHandshake, .otherName, .expired, .notYetValid, .untrusted, .brokenEncryption,
            .refusedByProxy, .proxyCredentials:
            (isUndelivered, isPassing, kind) = (true, false, .unavailable)
        default: (isUndelivered, isPassing, kind) = (false, false, .protocolBroken)
        }
    }

    /// An answer with a status of 500 or more.
    init(_ answer: CallAnswer, from host: String, saying words: String?) {
        description =
            switch answer.status {
            case 503: "\(host) is overloaded or restarting."
            case 507: words ?? "The disk of \(host) is full: tell its administrator."
            default: "\(host) fails with status \(answer.status)."
            }
        // No status says that nothing was done: a proxy may have lost the answer of a server that did it.
        (isUndelivered, isPassing, kind) = (false, answer.status != 507, .unavailable)
    }

    /// Whether a call is worth a second attempt, and harmless.
    func mayRepeat(_ call: ServerCall) -> Bool { isPassing && (isUndelivered || call.isRepeatable) }

    /// What the person reads.
    var error: ToolError { ToolError(kind, description) }
}
