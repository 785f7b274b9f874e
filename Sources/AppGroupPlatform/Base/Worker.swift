import Synchronization

/// Does work on a thread beside the caller's, piece by piece in the order in which it was added. The thread ends when there is
/// nothing left to do.
package final class Worker: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var isRunning = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Adds a piece of work. If the system has no thread to give now, the piece waits until another one is added.
    package func add(_ piece: @escaping @Sendable () -> Void) {
        let mustStart = state.withLock { state in
            state.waiting.append(piece)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if mustStart, !Threads.start({ [self] in run() }) { state.withLock { $0.isRunning = false } }
    }

    private func run() {
        while let piece = next() { piece() }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
