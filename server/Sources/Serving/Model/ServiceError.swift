import ErrorAnswers
public import HTTPTypes

/// Why the server refuses or fails to do something, whether over HTTP or for a command.
public struct ServiceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A kind of failure, as a word for programs, with its HTTP status and its exit status (BSD sysexits). A server adds its own as
    /// static members.
    public struct Code: Hashable, Sendable {
        /// The word by which programs know it, such as `notFound`.
        public let word: String
        /// The status of an answer over HTTP.
        public let status: HTTPResponse.Status
        /// The status with which a command ends (BSD sysexits).
        public let exitStatus: Int32

        /// Makes a code. Programs compare the word, so it must not change.
        public init(word: String, status: HTTPResponse.Status, exitStatus: Int32) {
            self.word = word
            self.status = status
            self.exitStatus = exitStatus
        }

        /// There is no such thing, or this user may not know of it.
        public static let notFound = Code(word: "notFound", status: .notFound, exitStatus: 66)
        /// A value is not allowed.
        public static let invalid = Code(word: "invalid", status: .unprocessableContent, exitStatus: 65)
        /// A request can't be understood.
        public static let malformed = Code(word: "malformed", status: .badRequest, exitStatus: 65)
        /// Something of that name exists.
        public static let taken = Code(word: "taken", status: .conflict, exitStatus: 65)
        /// Something else has changed, or stands in the way.
        public static let conflict = Code(word: "conflict", status: .conflict, exitStatus: 65)
        /// A name or a password is wrong.
        public static let wrongCredentials = Code(word: "wrongCredentials", status: .unauthorized, exitStatus: 77)
        /// There is no valid token.
        public static let notLoggedIn = Code(word: "notLoggedIn", status: .unauthorized, exitStatus: 77)
        /// This user may not do that.
        public static let forbidden = Code(word: "forbidden", status: .forbidden, exitStatus: 77)
        /// A path has no such method.
        public static let methodNotAllowed = Code(word: "methodNotAllowed", status: .methodNotAllowed, exitStatus: 76)
        /// A body is larger than allowed.
        public static let tooLarge = Code(word: "tooLarge", status: .contentTooLarge, exitStatus: 65)
        /// A URL or the headers of a request are longer than allowed.
        public static let headersTooLarge = Code(
            word: "headersTooLarge", status: .requestHeaderFieldsTooLarge, exitStatus: 65)
        /// A body is encoded in a way that the server doesn't know.
        public static let unsupported = Code(word: "unsupported", status: .notImplemented, exitStatus: 76)
        /// The announced body did not arrive in time; the connection is closed.
        public static let tooSlow = Code(word: "tooSlow", status: .requestTimeout, exitStatus: 75)
        /// A limit on attempts is reached.
        public static let tooManyAttempts = Code(word: "tooManyAttempts", status: .tooManyRequests, exitStatus: 75)
        /// Too many requests at once.
        public static let overloaded = Code(word: "overloaded", status: .serviceUnavailable, exitStatus: 75)
        /// Another process has been writing for too long.
        public static let busy = Code(word: "busy", status: .serviceUnavailable, exitStatus: 75)
        /// What was asked for takes longer than a request may; asked again, the server tells what became of it.
        public static let underway = Code(word: "underway", status: .serviceUnavailable, exitStatus: 75)
        /// An `If-Match` does not hold.
        public static let preconditionFailed = Code(
            word: "preconditionFailed", status: .preconditionFailed, exitStatus: 65)
        /// A body without `Content-Length`.
        public static let lengthRequired = Code(word: "lengthRequired", status: .lengthRequired, exitStatus: 65)
        /// Bytes do not have the announced hash.
        public static let hashMismatch = Code(word: "hashMismatch", status: .unprocessableContent, exitStatus: 65)
        /// The disk is full.
        public static let noSpace = Code(
            word: "noSpace", status: .init(code: 507, reasonPhrase: "Insufficient Storage"), exitStatus: 73)
        /// A file has no folder to be made in.
        public static let cannotCreate = Code(word: "cannotCreate", status: .internalServerError, exitStatus: 73)
        /// The system forbids something to the server.
        public static let permission = Code(word: "permission", status: .internalServerError, exitStatus: 77)
        /// The server is set up wrongly.
        public static let configuration = Code(word: "configuration", status: .internalServerError, exitStatus: 78)
        /// Reading or writing failed.
        public static let inputOutput = Code(word: "inputOutput", status: .internalServerError, exitStatus: 74)
    }

    /// The kind of failure.
    public let code: Code
    /// A sentence that names the thing and says what to do next. It may contain unescaped text from a client.
    public let description: String
    /// The sentence for clients over HTTP. It is the description, unless that names something that is not for them, such as a host behind
    /// the server; the log has the description.
    public let answer: String
    /// Seconds after which another try may succeed.
    public let retryAfter: Int?

    /// Makes an error from a sentence.
    ///
    /// - Parameter answer: The sentence for clients over HTTP; `nil` for the same one.
    public init(_ code: Code, _ description: String, answer: String? = nil, retryAfter: Int? = nil) {
        self.code = code
        self.description = description
        self.answer = answer ?? description
        self.retryAfter = retryAfter
    }

    /// The one answer for anything that does not exist or that this user may not have, so that they cannot tell which.
    public static let notFound = ServiceError(.notFound, "This does not exist, or you do not have access to it.")
}

extension ServiceError {
    /// A failure of the server's database. Clients over HTTP learn neither where it is nor what its administrator should do.
    public init(ofDatabase code: Code, _ description: String, retryAfter: Int? = nil) {
        let answer =
            switch code {
            case .busy: "The server's database can't be used right now; try again."
            case .noSpace: "The server's disk is full; tell its administrator."
            default: "The server's database can't be used; its administrator can find the reason in the log."
            }
        self.init(code, description, answer: answer, retryAfter: retryAfter)
    }
}

extension ErrorAnswer {
    /// What clients learn of an error.
    init(_ error: ServiceError) { self.init(code: error.code.word, message: error.answer) }
}
