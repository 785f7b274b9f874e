public import AppGroup
import AppGroupPlatform

/// What is wrong with a package, or why it could not be read, written or unpacked.
///
/// The description is a sentence that names the thing and suggests what to do next; ``exitStatus`` is the status with which a
/// command-line tool should end.
public struct PackageError: ReportableError, Hashable {
    /// The kind of failure. New kinds may be added; compare with `==` and keep a default.
    public struct Code: Hashable, Sendable {
        let name: String
        /// The BSD `sysexits` status that fits this kind.
        public let exitStatus: AppExitStatus

        /// The file is not a package, or one that is not trusted: malformed, ambiguous, or beyond a limit.
        public static let refused = Code(name: "refused", exitStatus: .dataError)
        /// There is no such file or folder.
        public static let notFound = Code(name: "notFound", exitStatus: .noInput)
        /// The app in the package does not run on this machine.
        public static let unsupported = Code(name: "unsupported", exitStatus: .unavailable)
        /// A file or folder could not be made.
        public static let cannotCreate = Code(name: "cannotCreate", exitStatus: .cannotCreate)
        /// Reading or writing failed: a full disk, a device error.
        public static let inputOutput = Code(name: "inputOutput", exitStatus: .inputOutput)
        /// The operating system forbids it.
        public static let permission = Code(name: "permission", exitStatus: .noPermission)
    }

    /// The kind of failure.
    public let code: Code
    /// A sentence that names the thing and suggests what to do next.
    public let description: String
    /// The operating system's error number, if one was the cause.
    public let errno: Int32?

    /// Makes an error.
    public init(_ code: Code, _ description: String, errno: Int32? = nil) {
        self.code = code
        self.description = description
        self.errno = errno
    }

    /// The status with which a command-line tool should end: BSD `sysexits`, 64 to 78.
    public var exitStatus: AppExitStatus { code.exitStatus }
}

extension PackageError {
    /// The error for a file or folder that could not be read.
    static func reading(_ path: String, _ error: SystemError) -> PackageError {
        PackageError(
            code(of: error, else: error == .illegalByteSequence ? .refused : .inputOutput),
            "\(path) cannot be read: \(error.message); \(advice(on: error)).",
            errno: error.number)
    }

    /// The error for a file or folder that could not be made or filled.
    static func writing(_ path: String, _ error: SystemError) -> PackageError {
        PackageError(
            code(of: error, else: isOfDisk(error) ? .inputOutput : .cannotCreate),
            "\(path) cannot be written: \(error.message); \(advice(on: error)).", errno: error.number)
    }

    /// Whether the disk is at fault, and no file in particular.
    static func isOfDisk(_ error: SystemError) -> Bool { error.isDiskFull || error == .inputOutput }

    private static func code(of error: SystemError, else code: Code) -> Code {
        switch error {
        case .notFound: .notFound
        case .accessDenied, .notPermitted, .readOnly: .permission
        default: code
        }
    }

    private static func advice(on error: SystemError) -> String {
        switch error {
        case .notFound: "check the path"
        case .accessDenied, .notPermitted: "check its permissions"
        case .readOnly: "mount it for writing"
        case .noSpace, .quotaExceeded: "free some space on the disk"
        case .illegalByteSequence: "rename what is not UTF-8 in it"
        default: "check the disk and the path"
        }
    }
}
