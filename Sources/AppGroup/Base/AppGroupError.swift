/// What went wrong, as a sentence for a person and a code for a program.
///
/// Every error that this module throws is of this type. The description names the thing that failed and says what to do
/// next; ``exitStatus`` is the status with which a command-line tool should end.
public struct AppGroupError: ReportableError {
    /// The kind of failure. New kinds may be added; compare with `==` and keep a default.
    public struct Code: Hashable, Sendable {
        /// The kind in one word, such as `busy` or `schemeTaken`; it never changes.
        public let name: String
        /// The status that fits this kind.
        public let exitStatus: AppExitStatus

        /// A value breaks its rule: an identifier, a scheme, a name, a URL.
        public static let invalidValue = Code(name: "invalidValue", exitStatus: .dataError)
        /// Another app of the group owns the scheme.
        public static let schemeTaken = Code(name: "schemeTaken", exitStatus: .dataError)
        /// The app is already registered in another group of this user.
        public static let appTaken = Code(name: "appTaken", exitStatus: .dataError)
        /// More than one app answers to the given words.
        public static let ambiguous = Code(name: "ambiguous", exitStatus: .dataError)
        /// The file is not a registry, or is damaged.
        public static let damaged = Code(name: "damaged", exitStatus: .dataError)
        /// No app answers to the given words.
        public static let noSuchApp = Code(name: "noSuchApp", exitStatus: .noInput)
        /// The group has no registry, or the app has no such action, field or setting.
        public static let notFound = Code(name: "notFound", exitStatus: .noInput)
        /// The app is registered but cannot be launched now.
        public static let notInstalled = Code(name: "notInstalled", exitStatus: .unavailable)
        /// Nothing on this machine handles the URL.
        public static let noHandler = Code(name: "noHandler", exitStatus: .unavailable)
        /// The operating system refused to start the program.
        public static let launchFailed = Code(name: "launchFailed", exitStatus: .unavailable)
        /// A storage was called from inside a call of the same storage, which would wait for itself forever. This is a
        /// mistake in the program.
        public static let nestedCall = Code(name: "nestedCall", exitStatus: .software)
        /// A file or folder could not be made.
        public static let cannotCreate = Code(name: "cannotCreate", exitStatus: .cannotCreate)
        /// Reading or writing failed, for example because the disk is full.
        public static let inputOutput = Code(name: "inputOutput", exitStatus: .inputOutput)
        /// Another process is writing to the registry; the same call may succeed later.
        public static let busy = Code(name: "busy", exitStatus: .temporaryFailure)
        /// The operating system, or a rule that protects the registry, forbids it.
        public static let permission = Code(name: "permission", exitStatus: .noPermission)
        /// A newer release made this registry; this one may only read it.
        public static let tooNew = Code(name: "tooNew", exitStatus: .configuration)
        /// The environment lacks something, such as `HOME`.
        public static let configuration = Code(name: "configuration", exitStatus: .configuration)

        /// Two codes are the same kind of failure if their names are equal.
        public static func == (left: Code, right: Code) -> Bool { left.name == right.name }

        /// Hashes the name alone, as `==` compares it.
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    /// The kind of failure.
    public let code: Code
    /// A sentence that names the thing and says what to do next.
    public let description: String
    /// The operating system's error number; `nil` if the error has another cause.
    public let errno: Int32?

    /// Makes an error. A storage of your own reports its failures with this.
    public init(_ code: Code, _ description: String, errno: Int32? = nil) {
        self.code = code
        self.description = description
        self.errno = errno
    }

    /// Any error as one of this type: itself, or an ``Code/inputOutput`` error with its description.
    package init(_ error: any Error) {
        self = error as? AppGroupError ?? AppGroupError(.inputOutput, "\(error)")
    }

    /// Runs `body`; whatever it throws becomes an error of this type.
    package static func converting<Result>(_ body: () throws -> Result) throws(AppGroupError) -> Result {
        do { return try body() } catch { throw AppGroupError(error) }
    }

    /// The status with which a command-line tool should end.
    public var exitStatus: AppExitStatus { code.exitStatus }
}
