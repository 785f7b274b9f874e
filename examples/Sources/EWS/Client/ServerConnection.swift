import AppGroupText
import CToolSupport
import Downloading
import NTLM
import Synchronization

/// One connection that is logged in. One request at a time uses it.
final class ServerConnection: Sendable {
    private let configuration: EWSConfiguration
    private let connection: WebConnection
    private let isLoggedIn = Mutex(false)
    private let lastLogin = Mutex<Duration?>(nil)

    /// The longest time for one answer, in seconds: on a slow line, an answer about a hundred rooms takes a minute.
    private static let longestAnswer = 120

    init(_ configuration: EWSConfiguration) throws {
        self.configuration = configuration
        var patience = Patience(silence: configuration.seconds)
        patience.connecting = configuration.seconds
        patience.total = max(Self.longestAnswer, configuration.seconds)
        var client = WebClient(userAgent: configuration.userAgent, patience: patience)
        client.authorities = configuration.authorities
        client.proxy = configuration.proxy
        connection = try WebConnection(client)
    }

    /// How long it last took to connect and to begin a login; nil before that.
    var loginDuration: Duration? { lastLogin.withLock { $0 } }

    private var host: String { configuration.server.host }

    /// Why a login has to begin again.
    private enum Interruption: Error {
        /// The connection was closed between the messages of the login.
        case closed
    }

    /// Sends a request, after a login if the connection needs one.
    /// - Parameters:
    ///   - isRepeatable: Whether the request changes nothing, so that it may be sent once more if the connection is closed.
    ///   - makeReceiver: Makes the receiver of an answer; called again if the request is sent again.
    func send<Answer: Receiver & Sendable>(
        _ body: [UInt8], isRepeatable: Bool, makeReceiver: () throws -> Answer
    ) async throws -> (head: ResponseHead, answer: Answer) {
        do {
            return try await sendOnce(body, isRepeatable: isRepeatable, makeReceiver)
        } catch Interruption.closed {
            isLoggedIn.withLock { $0 = false }
        } catch let error as DownloadError {
            isLoggedIn.withLock { $0 = false }
            // The server may have closed a connection that was idle, at the same moment.
            guard isRepeatable, error.failure == .cut else { throw error }
        }
        do {
            return try await sendOnce(body, isRepeatable: isRepeatable, makeReceiver)
        } catch Interruption.closed {
            throw EWSError(.unreachable, "\(host) closes the connection during the login.", transferFailure: .cut)
        }
    }

    private func sendOnce<Answer: Receiver & Sendable>(
        _ body: [UInt8], isRepeatable: Bool, _ makeReceiver: () throws -> Answer
    ) async throws -> (head: ResponseHead, answer: Answer) {
        if isLoggedIn.withLock({ $0 }) {
            let fields = configuration.authentication == .basic ? [basicField] : []
            let (head, answer) = try await post(body, fields, try makeReceiver())
            // Under load, Exchange forgets logins. The connection may also be a new one.
            if head.status != 401 { return (head, answer) }
            isLoggedIn.withLock { $0 = false }
        }
        switch configuration.authentication {
        case .basic:
            try await timing { try await checkOffer() }
            let (head, answer) = try await post(body, [basicField], try makeReceiver())
            guard head.status != 401 else { throw wrongPassword }
            isLoggedIn.withLock { $0 = true }
            return (head, answer)
        case .ntlm:
            return try await logIn(sending: body, isRepeatable: isRepeatable, try makeReceiver())
        }
    }

    /// The password, for a login by Basic (RFC 7617).
    private var basicField: String {
        let credentials = configuration.credentials
        return "Authorization: Basic \(Base64.encode(Array("\(credentials.user):\(credentials.password)".utf8)))"
    }

    /// Asks without the password whether the server wants it: only such a server gets it.
    private func checkOffer() async throws {
        let (head, _) = try await post([], [], Ignoring())
        guard head.status == 401 else { throw AnswerReceiver.refused(head, host) }
        let offers = Self.offers(of: head)
        guard offers.contains("basic") else { throw noAuthentication(offers) }
    }

    /// Sends the first message of a login alone, and the third one together with the body.
    private func logIn<Answer: Receiver & Sendable>(
        sending body: [UInt8], isRepeatable: Bool, _ answer: Answer
    ) async throws -> (head: ResponseHead, answer: Answer) {
        let (scheme, challenge) = try await timing { try await self.challenge() }
        let count = connection.connectionCount
        let third = try NTLMClient(
            user: configuration.credentials.user, password: configuration.credentials.password
        ).authenticateMessage(
            for: challenge, binding: try connection.certificate.flatMap { try ChannelBinding(certificate: $0) },
            service: "HTTP/\(configuration.server.hostName)", time: Self.fileTime(),
            clientChallenge: (0..<8).map { _ in UInt8.random(in: 0...255) })
        let head: ResponseHead
        do {
            (head, _) = try await post(body, ["Authorization: \(scheme) \(Base64.encode(third))"], answer)
        } catch let error as DownloadError where error.failure == .cut && error.head == nil && isRepeatable {
            // Anything else may have been done: the login may have succeeded, and the answer may be lost.
            throw Interruption.closed
        }
        // On a new connection, the server can't know what the third message is about.
        if connection.connectionCount != count, 400..<500 ~= head.status { throw Interruption.closed }
        guard head.status != 401 else { throw wrongPassword }
        isLoggedIn.withLock { $0 = true }
        return (head, answer)
    }

    /// Runs the beginning of a login, and notes how long it takes.
    private func timing<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        let start = ContinuousClock.now
        let result = try await body()
        lastLogin.withLock { $0 = start.duration(to: .now) }
        return result
    }

    /// Asks the server for a challenge: by the name `NTLM` or, where only that is offered, `Negotiate`, which takes the same messages.
    private func challenge() async throws -> (scheme: String, message: [UInt8]) {
        let first = Base64.encode(NTLMClient.negotiateMessage)
        var offers: [String] = []
        for scheme in ["NTLM", "Negotiate"] {
            let (head, _) = try await post([], ["Authorization: \(scheme) \(first)"], Ignoring())
            guard head.status == 401 else { throw AnswerReceiver.refused(head, host) }
            for field in head.values(of: "www-authenticate") {
                let words = field.split(separator: " ")
                if words.count == 2, words[0].lowercased() == scheme.lowercased(),
                    let message = Base64.decode(words[1].utf8)
                {
                    return (scheme, message)
                }
            }
            offers = Self.offers(of: head)
            guard offers.contains("negotiate") else { break }
        }
        throw noAuthentication(offers)
    }

    /// The names of the ways of logging in that a server offers, in lower case.
    private static func offers(of head: ResponseHead) -> [String] {
        head.values(of: "www-authenticate").map { $0.prefix { $0 != " " }.lowercased() }
    }

    private func noAuthentication(_ offers: [String]) -> EWSError {
        let others = offers.isEmpty ? "" : ", only \(offers.joined(separator: ", "))"
        return EWSError(
            .noAuthentication, "\(host) does not offer a login by \(configuration.authentication)\(others).",
            status: 401)
    }

    private var wrongPassword: EWSError {
        EWSError(
            .wrongPassword, "\(host) refused the user \(configuration.credentials.user) or the password.", status: 401)
    }

    private func post<Answer: Receiver & Sendable>(
        _ body: [UInt8], _ fields: [String], _ receiver: Answer
    ) async throws -> (head: ResponseHead, answer: Answer) {
        var request = WebRequest(
            .post, configuration.server,
            fields: ["Content-Type: text/xml; charset=utf-8", "Accept: text/xml"] + fields,
            body: BytesBody(body))
        request.allowsCompression = true
        return (try await connection.send(request, to: receiver), receiver)
    }

    /// The time in units of 100 ns since 1601-01-01.
    private static func fileTime() -> UInt64 { UInt64(time(nil) + 11_644_473_600) * 10_000_000 }
}

/// Passes an answer over.
private final class Ignoring: Receiver, Sendable {
    func begin(_ head: ResponseHead) -> Bool { true }
    func receive(_ bytes: [UInt8]) {}
}

extension WebAddress {
    /// The host without its port.
    var hostName: String {
        guard !host.hasPrefix("[") else { return String(host.prefix { $0 != "]" }.dropFirst()) }
        return String(host.prefix { $0 != ":" })
    }
}
