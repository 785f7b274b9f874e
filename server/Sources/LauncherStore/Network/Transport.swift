import AppGroupTerminal
import AppPackage
import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Sends requests to one server: by TLS or to this machine, with the token for nobody else, again where that may help.
struct Transport: Sendable {
    let server: ServerAddress
    let connections: Connections
    var policy = RetryPolicy()

    private static let userAgent = "launcher-store/\(Program.version)"
    /// How many times in a row a server may send a request elsewhere.
    private static let redirects = 5
    /// Attempts where nobody listens; whoever is offline wants to know soon.
    private static let attemptsToConnect = 2

    /// - Parameter patience: How long nothing may come until the connection counts as cut.
    init(
        server: ServerAddress, authorityFile: String?, patience: Duration = .seconds(30)
    ) throws(StoreError) {
        self.server = server
        connections = try Connections(
            authorityFile: authorityFile, through: try .between(here: .current, and: server), patience: patience)
    }

    /// A whole answer of at most `limit` bytes. Server errors and cut connections are tried again, where the request may be.
    ///
    /// - Throws: ``StoreError`` where no answer came. What the answer says is up to the caller.
    func answer(to request: StoreRequest, limit: Int) async throws -> StoreAnswer {
        var attempt = 0
        while true {
            attempt += 1
            do {
                let answer = try await answerOnce(to: request, limit: limit)
                guard let pause = pause(after: attempt, status: answer.status, headers: answer.headers),
                    request.isRepeatable
                else { return answer }
                if let sentence = announcement(of: pause) { Talk.say(sentence) }
                try await Task.sleep(for: pause)
            } catch let failure as TransportFailure {
                guard request.isRepeatable, let pause = pause(after: attempt, failure) else {
                    throw failure.described(server)
                }
                try await Task.sleep(for: pause)
            }
        }
    }

    /// How long to wait before a request is sent again that was answered so; `nil` where it is not.
    func pause(after attempt: Int, status: HTTPResponseStatus, headers: HTTPHeaders) -> Duration? {
        guard attempt < policy.attempts, status == .tooManyRequests || status.code >= 500, status != .notImplemented
        else { return nil }
        let wish = RetryAfter(headers.first(name: "Retry-After"))?.duration
        if status == .tooManyRequests, wish == nil { return nil }
        if let wish, wish > policy.longestWait { return nil }
        return max(wish ?? .zero, policy.pause(after: attempt))
    }

    /// What is said before a pause that a person would wonder about.
    func announcement(of pause: Duration) -> String? {
        pause > .seconds(10) ? "\(server) is busy; going on in \(pause.components.seconds) seconds." : nil
    }

    /// The same for a request that was not answered.
    func pause(after attempt: Int, _ failure: TransportFailure) -> Duration? {
        let isThere = if case .unreachable = failure { false } else { true }
        guard failure.isWorthRetrying, attempt < (isThere ? policy.attempts : Self.attemptsToConnect) else {
            return nil
        }
        return policy.pause(after: attempt)
    }

    /// Sends a request once, and on to where the server wants it. What comes is for the caller to read.
    ///
    /// - Throws: ``TransportFailure``, or ``StoreError`` for a redirection that is not followed.
    func response(to request: StoreRequest, through client: HTTPClient) async throws -> HTTPClientResponse {
        var (target, path) = (server, request.path.description)
        for _ in 0...Self.redirects {
            var outgoing = HTTPClientRequest(url: "\(target)\(path)")
            outgoing.method = request.method
            outgoing.headers = request.headers
            outgoing.headers.replaceOrAdd(name: "User-Agent", value: Self.userAgent)
            if let token = request.token, target == server {
                outgoing.headers.replaceOrAdd(name: "Authorization", value: "Bearer \(token.secret)")
            }
            outgoing.body = request.body?()
            let response: HTTPClientResponse
            do {
                response = try await client.execute(outgoing, deadline: .distantFuture)
            } catch let error as StoreError {
                // What was to be sent cannot be had.
                throw error
            } catch {
                throw TransportFailure(error)
            }
            guard [301, 302, 303, 307, 308].contains(response.status.code) else { return response }
            let next = try RedirectTarget(response.headers.first(name: "Location"), from: target)
            guard request.method == .GET || request.method == .HEAD else {
                throw StoreError(
                    .brokenProtocol,
                    "\(server) sends such requests on to \(next.server), which nothing secret follows; use that address."
                )
            }
            (target, path) = (next.server, next.path)
        }
        throw StoreError(.brokenProtocol, "\(server) redirects in a circle; tell whoever runs it.")
    }

    /// Reads the rest of an answer.
    ///
    /// A server that refuses a request may answer before it has all of it, and nothing more is sent from then on. Where the end
    /// of what was to be sent meets that answer, `AsyncHTTPClient` takes it for a body that is too short, and gives up the
    /// connection. The status has come by then, so that only the server's words are lost.
    ///
    /// - Throws: ``TransportFailure``.
    func answer(of response: HTTPClientResponse, limit: Int) async throws -> StoreAnswer {
        var body: [UInt8] = []
        do {
            for try await piece in response.body {
                guard body.count + piece.readableBytes <= limit else {
                    throw TransportFailure.nonsense("it sends more than \(ByteCount(UInt64(limit)))")
                }
                body.append(contentsOf: piece.readableBytesView)
            }
        } catch let error as HTTPClientError where error == .bodyLengthMismatch && response.status.code >= 300 {
            return StoreAnswer(status: response.status, headers: response.headers, body: [], isWhole: false)
        } catch {
            throw TransportFailure(error)
        }
        return StoreAnswer(status: response.status, headers: response.headers, body: body)
    }

    private func answerOnce(to request: StoreRequest, limit: Int) async throws -> StoreAnswer {
        var request = request
        request.headers.replaceOrAdd(name: "Accept-Encoding", value: "gzip")
        return try await answer(of: try await response(to: request, through: connections.documents), limit: limit)
    }
}
