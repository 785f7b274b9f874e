import Downloading

/// Why a drive did not do something: the kind of failure, and a sentence for the user.
public struct RemoteError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure that a caller may want to tell apart.
    public enum Code: Sendable {
        /// There is no such file or folder.
        case notFound
        /// There is something of this name already, and it was left as it is.
        case exists
        /// The drive doesn't permit it, or wants another user or password.
        case refused
        /// Somebody else has locked it.
        case locked
        /// The drive has no room left.
        case full
        /// The drive can't be reached, or has failed.
        case unavailable
        /// The drive's answer makes no sense.
        case notUnderstood
        /// The file has changed while it was read.
        case changed
        /// A folder is not empty, and only an empty one was to be deleted.
        case notEmpty
        /// A file where a folder is needed, a folder where a file is needed, or more than is allowed.
        case unsuitable
        /// A file or a folder of this machine can't be read or written.
        case inputOutput
    }

    /// The kind of failure.
    public let code: Code

    /// The sentence, which names the drive or the path. It may quote text from elsewhere.
    public let description: String

    /// A failure.
    public init(_ code: Code, _ sentence: String) { (self.code, description) = (code, sentence) }

    /// A failed transfer.
    init(_ error: DownloadError) {
        let code: Code =
            switch error.code {
            case .refused: .refused
            case .tooLarge: .unsuitable
            case .inputOutput: .inputOutput
            case .unreachable: if case .nonsense = error.failure { .notUnderstood } else { .unavailable }
            }
        self.init(code, error.description)
    }

    /// An answer with a status that is no success (RFC 9110, 15; RFC 4918, 11).
    init(status: Int, of host: String, about path: RemotePath) {
        switch status {
        case 401: self.init(.refused, "\(host) requires a different user or password.")
        case 403: self.init(.refused, "\(host) doesn't permit this for \(path).")
        case 404, 410: self.init(.notFound, "\(host) has no \(path).")
        case 409: self.init(.notFound, "\(host) has no folder \(path.parent).")
        case 405: self.init(.refused, "\(host) can't do this with \(path).")
        case 412: self.init(.exists, "\(host) has \(path) already; it was left as it is.")
        case 413: self.init(.unsuitable, "\(path) is too large for \(host).")
        case 423: self.init(.locked, "\(path) is locked on \(host): try again later.")
        case 429, 503: self.init(.unavailable, "\(host) is overloaded (status \(status)): try again later.")
        case 507: self.init(.full, "\(host) has no room left for \(path).")
        case 500...: self.init(.unavailable, "\(host) has failed (status \(status)).")
        default: self.init(.notUnderstood, "\(host) answers with status \(status) for \(path).")
        }
    }
}
