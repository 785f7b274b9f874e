/// Why mail could not be read: what kind of failure it is, and a sentence that names the thing and the next step.
public struct MailError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure that a caller may want to tell apart.
    public enum Code: Sendable {
        /// What is there isn't what it should be.
        case badData
        /// There is no such Maildir or message.
        case notFound
        /// The operating system refused to read or write.
        case inputOutput
    }

    /// The kind of failure.
    public let code: Code

    /// The sentence, which may hold what a stranger wrote: see ``Swift/String/harmless``.
    public let description: String

    /// Makes an error of a sentence that names the thing and says what to do next.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// A file or folder that could not be used for a reason that the operating system gave.
    init(_ errno: Errno, at path: String, to purpose: String) {
        self.init(
            errno == .noSuchFile || errno == .notADirectory ? .notFound : .inputOutput,
            "\(path) can't be \(purpose): \(errno).")
    }
}
