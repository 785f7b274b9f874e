import SystemPackage

extension PackageError {
    /// A file or folder that could not be read.
    static func reading(_ path: String, _ error: Errno) -> PackageError {
        PackageError(
            code(of: error, else: .inputOutput), "\(path) cannot be read: \(error); \(advice(on: error)).",
            errno: error.rawValue)
    }

    /// A file or folder that could not be made or filled.
    static func writing(_ path: String, _ error: Errno) -> PackageError {
        PackageError(
            code(of: error, else: error == .noSpace ? .inputOutput : .cannotCreate),
            "\(path) cannot be written: \(error); \(advice(on: error)).", errno: error.rawValue)
    }

    private static func code(of error: Errno, else code: Code) -> Code {
        switch error {
        case .noSuchFileOrDirectory: .notFound
        case .permissionDenied, .notPermitted, .readOnlyFileSystem: .permission
        default: code
        }
    }

    private static func advice(on error: Errno) -> String {
        switch error {
        case .noSuchFileOrDirectory: "look at the path"
        case .permissionDenied, .notPermitted: "look at its permissions"
        case .readOnlyFileSystem: "have it mounted for writing"
        case .noSpace, .diskQuotaExceeded: "free some space on the disk"
        case .illegalByteSequence: "rename what is no UTF-8 in it"
        default: "look at the disk and the path"
        }
    }
}
