import Downloading
import XMLReading

/// Talks to an Exchange server through Exchange Web Services.
///
/// Every call is asynchronous, and runs on a thread of its own while it waits for the server. Calls may overlap: at most
/// ``EWSConfiguration/jobs`` requests run at once, each on a connection that stays open and logged in, and the others wait for
/// their turn. Canceling the task ends a call.
///
/// No call tries again by itself, with one exception: if a connection is closed before or during the login, it is made once more.
/// A wrong password is sent once; afterwards, every call fails without asking the server. If a server is busy, the call fails with
/// ``EWSError/Code/busy``, and the caller waits as long as it asks, or the client does with a ``BackOffMemory``.
///
/// <doc:Operations> lists every operation of EWS.
public final class EWSClient: Sendable {
    /// How the server is reached.
    public let configuration: EWSConfiguration

    private let pool: ConnectionPool

    /// A client. It connects for the first call.
    public init(_ configuration: EWSConfiguration) {
        self.configuration = configuration
        pool = ConnectionPool(configuration)
    }

    /// Whether the server has taken the password at least once.
    ///
    /// Then ``EWSError/Code/wrongPassword`` need not mean that it is wrong: the account may have been locked since.
    public var hasLoggedIn: Bool { pool.hasLoggedIn }

    /// Sends a request, and gives its answer to a reader.
    /// - Parameter makeReader: Called again if the request is sent again.
    func ask<Reader: AnswerReader>(
        _ request: EWSRequest, _ makeReader: @Sendable () -> Reader
    ) async throws(EWSError) -> Reader {
        let (server, limit) = (configuration.server, configuration.answerLimit)
        guard server.isSecure else {
            throw EWSError(.invalid, "\(server) is not encrypted: use an address that begins with https.")
        }
        let host = server.host
        let body = SoapWriter.envelope(version: configuration.version.rawValue, request.write)
        do {
            return try await pool.withConnection { connection in
                var reader = makeReader()
                let (head, answer) = try await connection.send(body, isRepeatable: request.isRepeatable) {
                    reader = makeReader()
                    return try AnswerReceiver(request.answer, reader, host: host, limit: limit)
                }
                try answer.finish(head)
                return reader
            }
        } catch {
            throw request.judging(EWSError(error, host: host))
        }
    }

    /// Sends a request with a small answer.
    func ask(_ request: EWSRequest) async throws(EWSError) -> XMLTree {
        guard let root = try await ask(request, { NodeReader() }).root else {
            throw incomplete("anything", isUncertain: !request.isRepeatable)
        }
        return root
    }

    /// Sends a request whose answer has one message for each thing asked about.
    /// - Parameter accepts: Whether a code that reports a failure still counts as an answer.
    /// - Throws: ``EWSError`` if a message reports another failure.
    func messages(
        _ request: EWSRequest, accepting accepts: (ResponseCode) -> Bool = { _ in false }
    ) async throws(EWSError) -> [XMLTree] {
        let root = try await ask(request)
        let messages = root["ResponseMessages"]?.children ?? [root]
        guard !messages.isEmpty else {
            throw incomplete("any message", isUncertain: !request.isRepeatable)
        }
        for message in messages {
            if let error = ResponseError(message: message), !accepts(error.code) {
                throw request.judging(EWSError(error, host: configuration.server.host, status: 200))
            }
        }
        return messages
    }

    /// The error for an answer that lacks something.
    func incomplete(_ missing: String, isUncertain: Bool = false) -> EWSError {
        EWSError(.notEWS, "\(configuration.server.host) answered without \(missing).", isUncertain: isUncertain)
    }
}

/// A request, with what is known about its answer.
struct EWSRequest: Sendable {
    /// The name of the operation's answer.
    let answer: String

    /// Whether the operation changes nothing.
    let isRepeatable: Bool

    /// Writes the operation.
    let write: @Sendable (inout SoapWriter) -> Void

    init(_ answer: String, isRepeatable: Bool = true, _ write: @escaping @Sendable (inout SoapWriter) -> Void) {
        (self.answer, self.isRepeatable, self.write) = (answer, isRepeatable, write)
    }

    /// A failure of this request, which is uncertain if the request changes something and its answer doesn't say how far the server
    /// got.
    func judging(_ error: EWSError) -> EWSError {
        guard !isRepeatable, error.isUnclear else { return error }
        return EWSError(
            error.code, error.description, response: error.response, status: error.status,
            backOffMilliseconds: error.backOffMilliseconds, isUncertain: true)
    }
}

extension EWSError {
    /// Whether an answer came from which it is unclear whether the server has done what it was asked.
    fileprivate var isUnclear: Bool {
        guard transferFailure == nil else { return false }
        if let response { return response.code.isInternal }
        // A gateway that waited for the server in vain, or a server that failed half-way. With 503, it did not begin.
        if let status, status >= 500 { return status != 503 }
        return code == .notEWS && (status == nil || status == 200)
    }

    /// The failure of a request that got no answer.
    init(_ error: any Error, host: String) {
        switch error {
        case let error as EWSError: self = error
        case is CancellationError: self.init(.canceled, "The request to \(host) was canceled.", isUncertain: true)
        case let error as DownloadError:
            let isUntrusted = [.untrusted, .otherName, .expired, .notYetValid].contains(error.failure)
            // Before these, no request was sent.
            let isBefore =
                switch error.failure {
                case .unavailable, .noThread, .noHost, .noProxyHost, .refusedConnection, .silentServer, .silentProxy,
                    .silentEncryption, .proxyCredentials, .refusedByProxy, .unreachableByProxy, .cutHandshake,
                    .otherName, .expired, .notYetValid, .untrusted:
                    true
                default: false
                }
            self.init(
                isUntrusted ? .untrusted : .unreachable, error.description, transferFailure: error.failure,
                status: error.head?.status, isUncertain: !isBefore)
        default: self.init(.unreachable, "\(host): \(error)", isUncertain: true)
        }
    }
}
