import AppGroup
import Downloading

/// Uploads a file to a server, and resumes interrupted uploads.
struct Uploader: Sendable {
    let client: ServerClient
    let path: String
    /// The file's SHA-256, which names it at the server.
    let digest: PackageDigest
    let size: UInt64
    let line: ProgressLine

    /// Uploads the bytes that the server does not have yet. If it has all of them but was killed before it had completed the file, a
    /// request without bytes lets it do so.
    func upload() async throws {
        var attempt = 0
        let arrived = try await client.arrived(digest, of: size)
        guard !arrived.isComplete else { return }
        var position = min(arrived.offset, size)
        // The most that the server ever had: bytes that are only sent again are no progress.
        var furthest = position
        while true {
            attempt += 1
            line.begin(at: position)
            let pause: Duration
            do {
                let body = try FileBody(path, Int(position)..<Int(size)) { [line] in line.advance(to: UInt64($0)) }
                let answer = try await client.upload(
                    digest, from: position, of: size, body: body, asksBeforeBody: attempt > 1 && position < size)
                guard answer.isWhole || answer.status >= 500 else {
                    // The server's reason is worth another attempt.
                    throw TransportFailure.cut("its answer was incomplete")
                }
                switch try step(after: answer, attempt) {
                case .end: return
                case .wait(let time): pause = time
                case .goOn(let offset):
                    position = offset
                    if position > furthest { (attempt, furthest) = (0, position) }
                    guard attempt < client.transport.policy.attempts else { throw stuck() }
                    continue
                }
            } catch let failure as TransportFailure {
                guard let next = client.transport.pause(after: attempt, failure) else { throw goingOn(failure) }
                pause = next
            } catch let failure as FileBody.Failure {
                throw unsendable(failure)
            }
            line.pause()
            try await Task.sleep(for: pause)
            let arrived = try await client.arrived(digest, of: size)
            guard !arrived.isComplete else { return }
            position = min(arrived.offset, size)
            if position > furthest { (attempt, furthest) = (0, position) }
        }
    }

    /// What follows an answer.
    private enum Step {
        /// Nothing: the server has the file.
        case end
        /// The same again after a pause.
        case wait(Duration)
        /// The bytes from this position on, at once.
        case goOn(from: UInt64)
    }

    private func step(after answer: ServerAnswer, _ attempt: Int) throws -> Step {
        let policy = client.transport.policy
        switch answer.status {
        case 200, 201, 204: return .end
        case 409 where answer.head["retry-after"] != nil:
            // Another request is sending the same file.
            guard attempt < policy.attempts else { throw busy() }
            let wish = RetryAfter(answer.head)?.duration ?? .zero
            return .wait(max(min(wish, policy.longestWait), policy.backoff.pause(after: attempt)))
        case 202, 409:
            guard let offset = answer.head["upload-offset"].flatMap({ UInt64($0) }), offset <= size else {
                throw client.refusal(answer)
            }
            return .goOn(from: offset)
        default:
            guard let pause = client.transport.pause(after: attempt, answer.head) else { throw client.refusal(answer) }
            return .wait(pause)
        }
    }

    private func unsendable(_ failure: FileBody.Failure) -> ClientError {
        switch failure {
        case .unreadable(let reason):
            ClientError(.inputOutput, "\(path) can no longer be read (\(reason)); publish it again.")
        case .shortened: ClientError(.badData, "\(path) was cut while it was sent; publish it again.")
        }
    }

    private func goingOn(_ failure: TransportFailure) -> ClientError {
        let error = client.transport.described(failure)
        return ClientError(error.code, "The upload stopped; the same command continues it: \(error)")
    }

    private func busy() -> ClientError {
        ClientError(
            .tryLater, "You are sending this file to \(client.server) already; try again when that has ended.")
    }

    private func stuck() -> ClientError {
        ClientError(.brokenProtocol, "\(client.server) accepts no more of the file; tell its administrator.")
    }
}
