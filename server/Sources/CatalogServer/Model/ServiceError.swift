import HTTPTypes

/// Why the server refuses or fails to do something, whether over HTTP or for a command.
struct ServiceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, as a word for programs, with its HTTP status and its exit status (BSD sysexits).
    struct Code: Hashable, Sendable {
        let word: String
        let status: HTTPResponse.Status
        let exitStatus: Int32

        static let notFound = Code(word: "notFound", status: .notFound, exitStatus: 66)
        static let invalid = Code(word: "invalid", status: .unprocessableContent, exitStatus: 65)
        static let malformed = Code(word: "malformed", status: .badRequest, exitStatus: 65)
        static let taken = Code(word: "taken", status: .conflict, exitStatus: 65)
        static let conflict = Code(word: "conflict", status: .conflict, exitStatus: 65)
        static let wrongCredentials = Code(word: "wrongCredentials", status: .unauthorized, exitStatus: 77)
        static let notLoggedIn = Code(word: "notLoggedIn", status: .unauthorized, exitStatus: 77)
        static let forbidden = Code(word: "forbidden", status: .forbidden, exitStatus: 77)
        static let methodNotAllowed = Code(word: "methodNotAllowed", status: .methodNotAllowed, exitStatus: 76)
        static let tooLarge = Code(word: "tooLarge", status: .contentTooLarge, exitStatus: 65)
        /// The announced body did not arrive in time; the connection is closed.
        static let tooSlow = Code(word: "tooSlow", status: .requestTimeout, exitStatus: 75)
        static let tooManyAttempts = Code(word: "tooManyAttempts", status: .tooManyRequests, exitStatus: 75)
        /// Too many requests at once.
        static let overloaded = Code(word: "overloaded", status: .serviceUnavailable, exitStatus: 75)
        /// Another process has been writing for too long.
        static let busy = Code(word: "busy", status: .serviceUnavailable, exitStatus: 75)
        static let preconditionFailed = Code(word: "preconditionFailed", status: .preconditionFailed, exitStatus: 65)
        static let rangeNotSatisfiable = Code(word: "rangeNotSatisfiable", status: .rangeNotSatisfiable, exitStatus: 65)
        static let lengthRequired = Code(word: "lengthRequired", status: .lengthRequired, exitStatus: 65)
        /// The upload continues at another offset, which the answer names.
        static let wrongOffset = Code(word: "wrongOffset", status: .conflict, exitStatus: 65)
        /// Another request of the same user is sending the same file.
        static let uploadBusy = Code(word: "uploadBusy", status: .conflict, exitStatus: 75)
        static let tooManyUploads = Code(word: "tooManyUploads", status: .unprocessableContent, exitStatus: 65)
        static let hashMismatch = Code(word: "hashMismatch", status: .unprocessableContent, exitStatus: 65)
        static let refusedPackage = Code(word: "refusedPackage", status: .unprocessableContent, exitStatus: 65)
        static let noSpace = Code(
            word: "noSpace", status: .init(code: 507, reasonPhrase: "Insufficient Storage"), exitStatus: 73)
        static let permission = Code(word: "permission", status: .internalServerError, exitStatus: 77)
        static let configuration = Code(word: "configuration", status: .internalServerError, exitStatus: 78)
        static let inputOutput = Code(word: "inputOutput", status: .internalServerError, exitStatus: 74)
    }

    let code: Code
    /// A sentence that names the thing and says what to do next. It may contain unescaped text from a client.
    let description: String
    /// Seconds after which another try may succeed.
    let retryAfter: Int?

    init(_ code: Code, _ description: String, retryAfter: Int? = nil) {
        self.code = code
        self.description = description
        self.retryAfter = retryAfter
    }

    /// The one answer for anything that does not exist or that this user may not have, so that they cannot tell which.
    static let notFound = ServiceError(.notFound, "This does not exist, or you do not have access to it.")
}
