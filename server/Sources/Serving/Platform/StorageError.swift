public import AppGroup
package import AppGroupPlatform

/// What the file system refused, and where. For the log: a client over HTTP learns only that the server failed.
public struct StorageError: ReportableError, Hashable {
    /// The file or folder.
    public let path: String
    package let cause: SystemError

    /// A sentence for the log.
    public var description: String { "\(path) cannot be used: \(cause.message); check the disk and its permissions." }

    /// The status of a command that this ends (BSD sysexits).
    public var exitStatus: AppExitStatus {
        switch cause {
        case .notFound: ServiceError.Code.notFound.exitStatus
        case .accessDenied, .notPermitted, .readOnly: ServiceError.Code.permission.exitStatus
        default: ServiceError.Code.inputOutput.exitStatus
        }
    }

    /// The error to throw for a failure at a path: a failed system call becomes a sentence, any other error stays as it is.
    package static func error(_ error: any Error, at path: String) -> any Error {
        guard let cause = error as? SystemError else { return error }
        return switch cause {
        case _ where cause.isDiskFull:
            ServiceError(
                .noSpace, "\(path) can't be written: the disk is full; make room on it.",
                answer: "The server's disk is full; its administrator must make room on it.")
        case .tooLarge:
            ServiceError(
                .noSpace, "\(path) can't be written: the process may not make a file of this size; raise the limit.",
                answer: "The server may not make a file of this size; its administrator must raise the limit.")
        default: StorageError(path: path, cause: cause)
        }
    }
}
