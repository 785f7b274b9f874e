/// Why something could not be downloaded: what kind of failure it is, and a sentence for the person.
public struct DownloadError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure that a caller may want to tell apart.
    public enum Code: Sendable {
        /// The server could not be reached, can't be trusted, or stopped in the middle.
        case unreachable
        /// The server answered with something else than what was asked for.
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

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    init(_ errno: Errno, writing path: String) {
        self.init(.inputOutput, "\(path) can't be written: \(errno).")
    }
}
