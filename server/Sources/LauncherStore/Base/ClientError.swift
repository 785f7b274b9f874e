import AppGroup

/// Why something between this program and a server failed: a sentence that names the thing and suggests what to do next.
struct ClientError: ReportableError {
    /// The kind of failure, with the BSD `sysexits` status that fits it.
    struct Code: Hashable {
        let name: String
        let exitStatus: AppExitStatus

        /// Data that arrived is wrong, or something that the user gave is not allowed.
        static let badData = Code(name: "badData", exitStatus: .dataError)
        /// The server has no such thing for this user.
        static let notFound = Code(name: "notFound", exitStatus: .noInput)
        /// The server cannot be reached, or the app does not run here.
        static let unreachable = Code(name: "unreachable", exitStatus: .unavailable)
        /// A file or folder could not be made.
        static let cannotCreate = Code(name: "cannotCreate", exitStatus: .cannotCreate)
        /// Reading or writing failed: a full disk, a device error.
        static let inputOutput = Code(name: "inputOutput", exitStatus: .inputOutput)
        /// The same thing may work later.
        static let tryLater = Code(name: "tryLater", exitStatus: .temporaryFailure)
        /// The server broke the protocol, or is not a catalog server.
        static let brokenProtocol = Code(name: "brokenProtocol", exitStatus: .protocolError)
        /// The server's answer is larger than this client reads.
        static let tooLarge = Code(name: "tooLarge", exitStatus: .protocolError)
        /// A login is missing, or this user may not do it.
        static let notPermitted = Code(name: "notPermitted", exitStatus: .noPermission)
        /// Something in the user's configuration is wrong.
        static let configuration = Code(name: "configuration", exitStatus: .configuration)
    }

    let code: Code
    let description: String
    /// The server to log in to again, if that is what to do next.
    let server: String?

    init(_ code: Code, _ description: String, logInTo server: String? = nil) {
        self.code = code
        self.description = description
        self.server = server
    }

    var exitStatus: AppExitStatus { code.exitStatus }
}
