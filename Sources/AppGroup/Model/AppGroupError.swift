/// What went wrong, as a sentence for a person and a code for a program.
///
/// Every error that this module throws is of this type. The description names the thing that failed and says what to do
/// next; ``exitStatus`` is the status with which a command-line tool should end.
public struct AppGroupError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure. New kinds may be added; compare with `==` and keep a default.
    public struct Code: Hashable, Sendable {
        let name: String
        /// The BSD `sysexits` status that fits this kind.
        public let exitStatus: Int32

        /// A value breaks its rule: an identifier, a scheme, a name, a URL.
        public static let invalidValue = Code(name: "invalidValue", exitStatus: 65)
        /// Another app of the family owns the scheme.
        public static let schemeTaken = Code(name: "schemeTaken", exitStatus: 65)
        /// The app is registered already, in another group of this user.
        public static let appTaken = Code(name: "appTaken", exitStatus: 65)
        /// More than one app answers to what was asked for.
        public static let ambiguous = Code(name: "ambiguous", exitStatus: 65)
        /// The store is no registry, or is damaged.
        public static let damaged = Code(name: "damaged", exitStatus: 65)
        /// No app answers to what was asked for.
        public static let noSuchApp = Code(name: "noSuchApp", exitStatus: 66)
        /// There is no store of that group, or the app has no such action, field or setting.
        public static let notFound = Code(name: "notFound", exitStatus: 66)
        /// The app is registered, and cannot be launched now.
        public static let notInstalled = Code(name: "notInstalled", exitStatus: 69)
        /// Nothing on this machine handles the URL.
        public static let noHandler = Code(name: "noHandler", exitStatus: 69)
        /// The operating system refused to start the program.
        public static let launchFailed = Code(name: "launchFailed", exitStatus: 69)
        /// A file or folder could not be made.
        public static let cannotCreate = Code(name: "cannotCreate", exitStatus: 73)
        /// Reading or writing failed: a full disk, a device error.
        public static let inputOutput = Code(name: "inputOutput", exitStatus: 74)
        /// Another process holds the store; the same call may succeed later.
        public static let busy = Code(name: "busy", exitStatus: 75)
        /// The operating system, or a rule that protects the store, forbids it.
        public static let permission = Code(name: "permission", exitStatus: 77)
        /// A newer release made this store; this one may only read it.
        public static let tooNew = Code(name: "tooNew", exitStatus: 78)
        /// The environment lacks something, such as `HOME`.
        public static let configuration = Code(name: "configuration", exitStatus: 78)

        /// Two codes are the same kind of failure where their names are.
        public static func == (left: Code, right: Code) -> Bool { left.name == right.name }

        /// Hashes the name alone, as `==` compares it.
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    /// The kind of failure.
    public let code: Code
    /// A sentence that names the thing and says what to do next.
    public let description: String
    /// The operating system's error number, where one caused this.
    public let errno: Int32?

    /// Makes an error. A storage of your own reports its failures with this.
    public init(_ code: Code, _ description: String, errno: Int32? = nil) {
        self.code = code
        self.description = description
        self.errno = errno
    }

    /// The status with which a command-line tool should end: BSD `sysexits`, 64 to 78.
    public var exitStatus: Int32 { code.exitStatus }
}
