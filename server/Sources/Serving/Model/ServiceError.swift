public import AppGroup
import ErrorAnswers
public import HTTPTypes

/// Why the server refuses or fails to do something, whether over HTTP or for a command.
public struct ServiceError: ReportableError, Hashable {
    /// A kind of failure, as a word for programs, with its HTTP status and its exit status (BSD sysexits). A server adds its own as
    /// static members.
    public struct Code: Hashable, Sendable {
        /// The word by which programs know it, such as `notFound`.
        public let name: String
        /// The status of an answer over HTTP.
        public let status: HTTPResponse.Status
        /// The status with which a command ends (BSD sysexits).
        public let exitStatus: AppExitStatus

        /// Makes a code. Programs compare the name, so it must not change.
        public init(name: String, status: HTTPResponse.Status, exitStatus: AppExitStatus) {
            self.name = name
            self.status = status
            self.exitStatus = exitStatus
        }

        /// There is no such thing, or this user may not know of it.
        public static let notFound = Code(name: "notFound", status: .notFound, exitStatus: .noInput)
        /// A value is not allowed.
        public static let invalid = Code(name: "invalid", status: .unprocessableContent, exitStatus: .dataError)
        /// A request can't be understood.
        public static let malformed = Code(name: "malformed", status: .badRequest, exitStatus: .dataError)
        /// Something of that name exists.
        public static let taken = Code(name: "taken", status: .conflict, exitStatus: .dataError)
        /// Something else has changed, or stands in the way.
        public static let conflict = Code(name: "conflict", status: .conflict, exitStatus: .dataError)
        /// A name or a password is wrong.
        public static let wrongCredentials = Code(
            name: "wrongCredentials", status: .unauthorized, exitStatus: .noPermission)
        /// There is no valid token.
        public static let notLoggedIn = Code(name: "notLoggedIn", status: .unauthorized, exitStatus: .noPermission)
        /// This user may not do that.
        public static let forbidden = Code(name: "forbidden", status: .forbidden, exitStatus: .noPermission)
        /// A path has no such method.
        public static let methodNotAllowed = Code(
            name: "methodNotAllowed", status: .methodNotAllowed, exitStatus: .protocolError)
        /// A body is larger than allowed.
        public static let tooLarge = Code(name: "tooLarge", status: .contentTooLarge, exitStatus: .dataError)
        /// A URL or the headers of a request are longer than allowed.
        public static let headersTooLarge = Code(
            name: "headersTooLarge", status: .requestHeaderFieldsTooLarge, exitStatus: .dataError)
        /// A body is encoded in a way that the server doesn't know.
        public static let unsupported = Code(name: "unsupported", status: .notImplemented, exitStatus: .protocolError)
        /// The announced body did not arrive in time; the connection is closed.
        public static let tooSlow = Code(name: "tooSlow", status: .requestTimeout, exitStatus: .temporaryFailure)
        /// A limit on attempts is reached.
        public static let tooManyAttempts = Code(
            name: "tooManyAttempts", status: .tooManyRequests, exitStatus: .temporaryFailure)
        /// Too many requests at once.
        public static let overloaded = Code(
            name: "overloaded", status: .serviceUnavailable, exitStatus: .temporaryFailure)
        /// Another process has been writing for too long.
        public static let busy = Code(name: "busy", status: .serviceUnavailable, exitStatus: .temporaryFailure)
        /// What was asked for takes longer than a request may; asked again, the server tells what became of it.
        public static let underway = Code(name: "underway", status: .serviceUnavailable, exitStatus: .temporaryFailure)
        /// An `If-Match` does not hold.
        public static let preconditionFailed = Code(
            name: "preconditionFailed", status: .preconditionFailed, exitStatus: .dataError)
        /// A body without `Content-Length`.
        public static let lengthRequired = Code(name: "lengthRequired", status: .lengthRequired, exitStatus: .dataError)
        /// Bytes do not have the announced hash.
        public static let hashMismatch = Code(
            name: "hashMismatch", status: .unprocessableContent, exitStatus: .dataError)
        /// The disk is full.
        public static let noSpace = Code(
            name: "noSpace", status: .init(code: 507, reasonPhrase: "Insufficient Storage"), exitStatus: .cannotCreate)
        /// A file has no folder to be made in.
        public static let cannotCreate = Code(
            name: "cannotCreate", status: .internalServerError, exitStatus: .cannotCreate)
        /// The system forbids something to the server.
        public static let permission = Code(name: "permission", status: .internalServerError, exitStatus: .noPermission)
        /// The server is set up wrongly.
        public static let configuration = Code(
            name: "configuration", status: .internalServerError, exitStatus: .configuration)
        /// Reading or writing failed.
        public static let inputOutput = Code(
            name: "inputOutput", status: .internalServerError, exitStatus: .inputOutput)
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

    /// The status of a command that this error ends (BSD sysexits).
    public var exitStatus: AppExitStatus { code.exitStatus }

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
    init(_ error: ServiceError) { self.init(code: error.code.name, message: error.answer) }
}
