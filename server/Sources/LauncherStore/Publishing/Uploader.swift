import AppGroupTerminal
import AsyncHTTPClient
import NIOHTTP1

/// Brings a file to a server, and goes on where that was cut off.
struct Uploader: Sendable {
    let client: StoreClient
    let path: String
    /// The file's SHA-256, which names it at the server.
    let digest: String
    let size: UInt64
    let line: ProgressLine

    /// Uploads what the server does not have yet.
    func upload() async throws {
        var attempt = 0
        var position = try await client.uploaded(digest) ?? 0
        while position < size {
            attempt += 1
            line.begin(at: position)
            let before = position
            let pause: Duration
            do {
                let body = HTTPClientRequest.Body.stream(
                    FilePieces(path: path, start: position, end: size, line: line),
                    length: .known(Int64(size - position)))
                let answer = try await client.upload(digest, from: position, of: size, body: body)
                guard answer.isWhole || answer.status.code >= 500 else {
                    // The server's reason is worth another attempt.
                    throw TransportFailure.cut("its answer did not come whole")
                }
                switch answer.status.code {
                case 200, 201, 204: return
                case 409 where answer.headers.contains(name: "Retry-After"):
                    // Another request brings the same file just now.
                    guard attempt < client.transport.policy.attempts else { throw busy() }
                    let wish = RetryAfter(answer.headers.first(name: "Retry-After"))?.duration ?? .zero
                    pause = max(
                        min(wish, client.transport.policy.longestWait), client.transport.policy.pause(after: attempt))
                case 202, 409:
                    guard let offset = answer.headers.first(name: "Upload-Offset").flatMap({ UInt64($0) }),
                        offset <= size
                    else { throw client.refusal(answer) }
                    position = offset
                    if position > before { attempt = 0 }
                    guard attempt < client.transport.policy.attempts else { throw stuck() }
                    continue
                default:
                    guard
                        let next = client.transport.pause(
                            after: attempt, status: answer.status, headers: answer.headers)
                    else { throw client.refusal(answer) }
                    pause = next
                }
            } catch let failure as TransportFailure {
                guard let next = client.transport.pause(after: attempt, failure) else { throw goingOn(failure) }
                pause = next
            }
            line.pause()
            try await Task.sleep(for: pause)
            position = try await client.uploaded(digest) ?? 0
            if position > before { attempt = 0 }
        }
    }

    private func goingOn(_ failure: TransportFailure) -> StoreError {
        let error = failure.described(client.server)
        return StoreError(error.code, "\(error.description) The same command goes on with what the server has by then.")
    }

    private func busy() -> StoreError {
        StoreError(
            .tryLater, "You are sending this file to \(client.server) already; try again when that has ended.")
    }

    private func stuck() -> StoreError {
        StoreError(.brokenProtocol, "\(client.server) takes nothing more of the file; tell whoever runs it.")
    }
}
