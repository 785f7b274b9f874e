/// What is wrong with a package, or what kept it from being read, written or unpacked.
///
/// The description is a sentence that names the thing and says what to do next; ``exitStatus`` is the status with which a
/// command-line tool should end.
public struct PackageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure. New kinds may be added; compare with `==` and keep a default.
    public struct Code: Hashable, Sendable {
        let name: String
        /// The BSD `sysexits` status that fits this kind.
        public let exitStatus: Int32

        /// The file is no package, or one that is not trusted: malformed, ambiguous, beyond a limit.
        public static let refused = Code(name: "refused", exitStatus: 65)
        /// There is no such file or folder.
        public static let notFound = Code(name: "notFound", exitStatus: 66)
        /// What the package holds does not run on this machine.
        public static let unsupported = Code(name: "unsupported", exitStatus: 69)
        /// A file or folder could not be made.
        public static let cannotCreate = Code(name: "cannotCreate", exitStatus: 73)
        /// Reading or writing failed: a full disk, a device error.
        public static let inputOutput = Code(name: "inputOutput", exitStatus: 74)
        /// The operating system forbids it.
        public static let permission = Code(name: "permission", exitStatus: 77)
    }

    /// The kind of failure.
    public let code: Code
    /// A sentence that names the thing and says what to do next.
    public let description: String
    /// The operating system's error number, where one caused this.
    public let errno: Int32?

    /// Makes an error.
    public init(_ code: Code, _ description: String, errno: Int32? = nil) {
        self.code = code
        self.description = description
        self.errno = errno
    }

    /// The status with which a command-line tool should end: BSD `sysexits`, 64 to 78.
    public var exitStatus: Int32 { code.exitStatus }
}
