import SystemPackage

/// What the file system refused, where. It is for the log: who asked over HTTP learns only that the server failed.
struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    let path: String
    let errno: Errno

    var description: String { "\(path) cannot be used: \(errno); look at the disk and at its permissions." }

    /// The status with which a command ends (BSD sysexits).
    var exitStatus: Int32 {
        switch errno {
        case .noSuchFileOrDirectory: ServiceError.Code.notFound.exitStatus
        case .permissionDenied, .notPermitted, .readOnlyFileSystem: ServiceError.Code.permission.exitStatus
        default: ServiceError.Code.inputOutput.exitStatus
        }
    }

    /// What is thrown for what a system call at a path came to.
    static func error(_ error: any Error, at path: String) -> any Error {
        guard let errno = error as? Errno else { return error }
        return switch errno {
        case .noSpace, .diskQuotaExceeded:
            ServiceError(.noSpace, "The server's disk is full; its administrator must make room on it.")
        case .fileTooLarge:
            ServiceError(
                .noSpace, "The server may not make a file of this size; its administrator must raise the limit.")
        default: StorageError(path: path, errno: errno)
        }
    }
}
