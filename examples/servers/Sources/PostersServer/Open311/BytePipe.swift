import NIOCore
import Synchronization

/// Bytes that one task sends and another one receives, piece by piece. A piece waits until it has been taken, so at most one is
/// in memory.
final class BytePipe: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    private enum Stage { case flowing, finished, abandoned, stopped }

    private struct State {
        var stage = Stage.flowing
        var piece: ByteBuffer?
        var sender: CheckedContinuation<Void, Never>?
        var receiver: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Sends a piece, and waits until it has been taken.
    /// - Returns: False if nothing receives any longer.
    func send(_ piece: ByteBuffer) async -> Bool {
        await withCheckedContinuation { continuation in
            let receiver = state.withLock { state -> CheckedContinuation<Void, Never>? in
                if state.stage == .stopped {
                    continuation.resume()
                    return nil
                }
                (state.piece, state.sender) = (piece, continuation)
                return state.receiver.take()
            }
            receiver?.resume()
        }
        return state.withLock { $0.stage != .stopped }
    }

    /// Says that there are no more pieces.
    func finish() { move(to: .finished) }

    /// Says that the pieces end too early, so that the receiver gets an error.
    func abandon() { move(to: .abandoned) }

    /// Says that nothing receives any longer.
    func stop() { move(to: .stopped) }

    private func move(to stage: Stage) {
        let waiting = state.withLock { state in
            state.stage = stage
            return [state.sender.take(), state.receiver.take()]
        }
        for continuation in waiting { continuation?.resume() }
    }

    /// The next piece; nil at the end.
    private func next() async throws -> ByteBuffer? {
        while true {
            let (piece, sender, stage) = try state.withLock { state in
                if state.stage == .abandoned { throw CancellationError() }
                return (state.piece.take(), state.sender.take(), state.stage)
            }
            sender?.resume()
            if piece != nil || stage != .flowing { return piece }
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if state.piece != nil || state.stage != .flowing { return true }
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
