import AppGroup
import AppGroupCommands
import Downloading

/// Sends requests to one server, by TLS or on this machine, and sends them again if that may help. No other server gets the
/// token.
struct Transport: Sendable {
    let server: ServerAddress
    let connections: Connections
    var policy = RetryPolicy()
    /// How long a document may take with all attempts, so that one server does not keep the client from the others.
    var longestDocument: Duration
    /// Names the proxies.
    private let environment: ProcessEnvironment

    /// How many times in a row a server may send a request elsewhere.
    private static let redirects = 5

    /// - Parameter patience: How long nothing may come until the connection counts as cut.
    init(
        server: ServerAddress, authorityFile: String?, patience: Duration = .seconds(30),
        environment: ProcessEnvironment = .current
    ) throws(ClientError) {
        self.server = server
        self.environment = environment
        connections = try Connections(
            authorityFile: authorityFile, through: try ProxyServer.route(to: server, in: environment),
            patience: patience)
        longestDocument = patience + .seconds(300)
    }

    /// A whole answer of at most `limit` bytes. If the server fails or the connection is cut, the request is sent again,
    /// provided that it may be. After a cut, the server is asked before it gets the body again: it may have refused the body.
    ///
    /// - Throws: ``ClientError`` if no answer came. What the answer means is up to the caller.
    func answer(to request: ServerRequest, limit: Int) async throws -> ServerAnswer {
        var request = request
        request.allowsCompression = true
        var attempt = 0
        let deadline = ContinuousClock.now + longestDocument
        while true {
            attempt += 1
            do {
                let rest = ContinuousClock.now.duration(to: deadline).components.seconds
                let answer = try await answerOnce(to: request, limit: limit, within: max(0, Int(rest)) + 1)
                guard let pause = pause(after: attempt, answer.head), request.isRepeatable,
                    ContinuousClock.now + pause < deadline
                else { return answer }
                if let sentence = announcement(of: pause) { Talk.say(sentence) }
                try await Task.sleep(for: pause)
            } catch let failure as TransportFailure {
                guard request.isRepeatable, ContinuousClock.now < deadline, let pause = pause(after: attempt, failure)
                else {
                    throw described(failure)
                }
                request.asksBeforeBody = request.body != nil
                try await Task.sleep(for: pause)
            }
        }
    }

    /// Sends a request once, and takes an answer of at most `limit` bytes. The whole exchange may take `total` seconds, or as long as
    /// it needs if that is 0.
    ///
    /// A refusal whose words were cut off, or are longer than `limit`, still has its status.
    ///
    /// - Throws: ``TransportFailure``, or ``ClientError`` for a redirection that is not followed.
    func answerOnce(to request: ServerRequest, limit: Int, within total: Int = 0) async throws -> ServerAnswer {
        let collector = AnswerCollector(limit: limit) { TransportFailure.tooLarge(limit: limit) }
        do {
            return ServerAnswer(head: try await send(request, to: collector, within: total), body: collector.bytes)
        } catch {
            guard let refusal = collector.refusal(despite: error, hasBody: request.body != nil) else {
                throw (error as? DownloadError).map { TransportFailure($0, askedOf: server) } ?? error
            }
            return ServerAnswer(head: refusal.head, body: [], isWhole: !refusal.isCut)
        }
    }

    /// How long to wait before a request with this answer is sent again; `nil` if it is not.
    func pause(after attempt: Int, _ head: ResponseHead) -> Duration? {
        guard attempt < policy.attempts, head.status == 429 || head.status >= 500, head.status != 501 else {
            return nil
        }
        let wish = RetryAfter(head)?.duration
        if head.status == 429, wish == nil { return nil }
        if let wish, wish > policy.longestWait { return nil }
        return max(wish ?? .zero, policy.backoff.pause(after: attempt))
    }

    /// How long to wait before a request without an answer is sent again; `nil` if it is not.
    func pause(after attempt: Int, _ failure: TransportFailure) -> Duration? {
        let host = failure.otherHost ?? WebAddress("\(server)")?.host
        let attempts = failure.attempts(policy, hasAnswered: host.map(connections.answering.contains) ?? false)
        return attempt < attempts ? policy.backoff.pause(after: attempt) : nil
    }

    /// A failure as a sentence for the person.
    func described(_ failure: TransportFailure) -> ClientError {
        failure.described(server, trusting: connections.authorityFile)
    }

    /// The sentence to show before a pause long enough to puzzle the user; `nil` before a shorter one.
    func announcement(of pause: Duration) -> String? {
        pause > .seconds(10) ? "\(server) is busy; going on in \(pause.components.seconds) seconds." : nil
    }

    /// Sends a request once, and on to where the server wants it.
    ///
    /// - Parameters:
    ///   - receiver: Gets the answer that is not a redirection, on a thread of its own.
    ///   - total: How many seconds it may take in all; 0 for no limit.
    /// - Throws: `DownloadError`, ``ClientError`` for a redirection that is not followed, and what the receiver throws.
    func send(
        _ request: ServerRequest, to receiver: any Receiver & Sendable, within total: Int = 0
    ) async throws -> ResponseHead {
        var client = connections.client
        let start = ContinuousClock.now
        var (target, path) = (server, request.path.description)
        for _ in 0...Self.redirects {
            let outgoing = try request.addressed(to: target, path: path, isElsewhere: target != server)
            let spent = Int(start.duration(to: .now).components.seconds)
            client.patience.total = total == 0 ? 0 : max(1, total - spent)
            let final = FinalReceiver(receiver, from: outgoing.address.host, notingIn: connections.answering)
            let head = try await client.send(outgoing, to: final)
            guard FinalReceiver.isRedirect(head) else { return head }
            let next = try RedirectTarget(head["location"], from: target)
            guard request.method == .get || request.method == .head else {
                throw ClientError(
                    .brokenProtocol,
                    "\(server) redirects such requests to \(next.server), which gets no password or token; use that address."
                )
            }
            (target, path) = (next.server, next.path)
            client.proxy = try ProxyServer.route(to: target, in: environment)
        }
        throw ClientError(.brokenProtocol, "\(server) redirects in a circle; tell its administrator.")
    }
}

/// Keeps redirections from a receiver, and notes that the host has answered.
private final class FinalReceiver: Receiver, Sendable {
    private let receiver: any Receiver & Sendable
    private let host: String
    private let answering: AnsweringHosts

    init(_ receiver: any Receiver & Sendable, from host: String, notingIn answering: AnsweringHosts) {
        (self.receiver, self.host, self.answering) = (receiver, host, answering)
    }

    /// Whether an answer sends the client elsewhere, even if it does not say where.
    static func isRedirect(_ head: ResponseHead) -> Bool { [301, 302, 303, 307, 308].contains(head.status) }

    func begin(_ head: ResponseHead) throws -> Bool {
        answering.note(host)
        return try !Self.isRedirect(head) && receiver.begin(head)
    }

    func receive(_ bytes: [UInt8]) throws { try receiver.receive(bytes) }
}
