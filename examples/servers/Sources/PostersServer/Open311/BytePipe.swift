import NIOCore
import Synchronization

/// Bytes that one task sends and another one receives, piece by piece. A piece waits until it has been taken, so at most one is
/// in memory.
final class BytePipe: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    private struct State {
        var piece: ByteBuffer?
        var isFinished = false
        var isAbandoned = false
        var isStopped = false
        var sender: CheckedContinuation<Void, Never>?
        var receiver: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Sends a piece, and waits until it has been taken.
    /// - Returns: False if nothing receives any longer.
    func send(_ piece: ByteBuffer) async -> Bool {
        await withCheckedContinuation { continuation in
            let receiver = state.withLock { state -> CheckedContinuation<Void, Never>? in
                if state.isStopped {
                    continuation.resume()
                    return nil
                }
                (state.piece, state.sender) = (piece, continuation)
                return state.receiver.take()
            }
            receiver?.resume()
        }
        return state.withLock { !$0.isStopped }
    }

    /// Says that there are no more pieces.
    func finish() {
        state.withLock { state in
            state.isFinished = true
            return state.receiver.take()
        }?.resume()
    }

    /// Says that the pieces end too early, so that the receiver gets an error.
    func abandon() {
        state.withLock { state in
            state.isAbandoned = true
            return state.receiver.take()
        }?.resume()
    }

    /// Says that nothing receives any longer.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            return state.sender.take()
        }?.resume()
    }

    /// The next piece; nil at the end.
    private func next() async throws -> ByteBuffer? {
        while true {
            let (piece, sender, isFinished) = try state.withLock { state in
                if state.isAbandoned { throw CancellationError() }
                return (state.piece.take(), state.sender.take(), state.isFinished)
            }
            sender?.resume()
            if piece != nil || isFinished { return piece }
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if state.piece != nil || state.isFinished || state.isAbandoned { return true }
                    state.receiver = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        }
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        let pipe: BytePipe

        mutating func next() async throws -> ByteBuffer? { try await pipe.next() }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pipe: self) }
}
