import AppGroupTerminal

/// Why something with a store's server did not work: a sentence that names the thing and says what to do next.
struct StoreError: ReportableError {
    /// The kind of failure, with the BSD `sysexits` status that fits it.
    struct Code: Hashable {
        let name: String
        let exitStatus: Int32

        /// What came is not what it should be, or what was given is not allowed.
        static let badData = Code(name: "badData", exitStatus: 65)
        /// The server has no such thing for this user.
        static let notFound = Code(name: "notFound", exitStatus: 66)
        /// The server cannot be reached, or nothing of it runs here.
        static let unreachable = Code(name: "unreachable", exitStatus: 69)
        /// A file or folder could not be made.
        static let cannotCreate = Code(name: "cannotCreate", exitStatus: 73)
        /// Reading or writing failed: a full disk, a device error.
        static let inputOutput = Code(name: "inputOutput", exitStatus: 74)
        /// The same thing may work later.
        static let tryLater = Code(name: "tryLater", exitStatus: 75)
        /// The server broke the protocol, or is no catalogue server.
        static let brokenProtocol = Code(name: "brokenProtocol", exitStatus: 76)
        /// Not without a login, or not for this user.
        static let notPermitted = Code(name: "notPermitted", exitStatus: 77)
        /// Something in the user's configuration is wrong.
        static let configuration = Code(name: "configuration", exitStatus: 78)
    }

    let code: Code
    let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    var exitStatus: Int32 { code.exitStatus }
}
