public import AppGroup
import AppGroupPlatform

/// Why mail could not be read: the kind of failure, and a sentence for the user.
public struct MailError: ReportableError {
    /// The kinds of failure.
    public enum Code: Sendable {
        /// Something has the wrong form.
        case badData
        /// There is no such Maildir or message, or none is set.
        case notFound
        /// The operating system refused to read or write.
        case inputOutput
        /// The environment doesn't say where the settings are.
        case notSetUp
    }

    /// The kind of failure.
    public let code: Code

    /// The status with which a tool ends.
    public var exitStatus: AppExitStatus {
        switch code {
        case .badData: .dataError
        case .notFound: .noInput
        case .inputOutput: .inputOutput
        case .notSetUp: .configuration
        }
    }

    /// The sentence. It may quote text from a stranger: see ``Swift/String/harmless``.
    public let description: String

    /// Makes an error from a sentence that names the thing and says what to do next.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// An error about a file or folder that is read, with the operating system's reason.
    ///
    /// - Parameter purpose: The participle of the failed action, such as `read` or `listed`.
    init(_ error: SystemError, at path: String, to purpose: String) {
        self.init(
            error == .notFound || error == .notFolder ? .notFound : .inputOutput,
            "\(path) can't be \(purpose): \(error).")
    }
}
