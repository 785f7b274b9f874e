import Synchronization

/// The connections of a client. It lends each to one request at a time.
///
/// Until a login has succeeded, it lends only one: with a wrong password, two would be two attempts. After the password was
/// refused, it lends none. A request that waits gets the next connection that is free, or a new one after as long as a login takes:
/// if the server answers faster than that, a new one would only cost time.
final class ConnectionPool: Sendable {
    private let configuration: EWSConfiguration
    private let state: Mutex<State>

    private struct State {
        var idle: [ServerConnection] = []
        var lent = 0
        var limit = 1
        /// How long the last login took; nil before the first one.
        var loginDuration: Duration?
        /// Whether a task waits for as long as a login takes.
        var isGrowing = false
        var refusal: EWSError?
        var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
        var nextNumber = 0
        var canceled: Set<Int> = []
    }

    /// How long clients wait for a busy server that does not say for how long, in milliseconds.
    private static let usualRest = 500

    init(_ configuration: EWSConfiguration) {
        self.configuration = configuration
        state = Mutex(State())
    }

    /// Whether the server has answered a request after a login.
    var hasLoggedIn: Bool { state.withLock { $0.loginDuration != nil } }

    /// Runs a function with a connection, as soon as there is one.
    func withConnection<Result>(_ body: (ServerConnection) async throws -> Result) async throws -> Result {
        guard await takeTurn() else { throw CancellationError() }
        do {
            if let refusal = state.withLock({ $0.refusal }) { throw refusal }
            if let rest = configuration.backOff?.remaining(), rest > 0 {
                throw EWSError(
                    .busy, "\(configuration.server.host) asked clients to wait. Try later.", backOffMilliseconds: rest)
            }
            let connection = try state.withLock { $0.idle.popLast() } ?? ServerConnection(configuration)
            let result = try await body(connection)
            state.withLock {
                $0.loginDuration = connection.loginDuration ?? $0.loginDuration
                $0.idle.append(connection)
            }
            giveTurn()
            return result
        } catch {
            // The connection is closed: after a failure, its state is unknown.
            if let error = error as? EWSError {
                switch error.code {
                case .wrongPassword: state.withLock { $0.refusal = error }
                // The next request must already know it.
                case .busy: configuration.backOff?.keep(milliseconds: error.backOffMilliseconds ?? Self.usualRest)
                default: break
                }
            }
            giveTurn()
            throw error
        }
    }

    /// Waits until another request may begin.
    ///
    /// - Returns: false if the task was canceled.
    private func takeTurn() async -> Bool {
        let number = state.withLock {
            $0.nextNumber += 1
            return $0.nextNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock {
                    if $0.canceled.remove(number) != nil { return false }
                    guard $0.lent >= $0.limit else {
                        $0.lent += 1
                        return true
                    }
                    $0.waiting.append((number, continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) } else { growIfNeeded() }
            }
        } onCancel: {
            let continuation = state.withLock {
                if let place = $0.waiting.firstIndex(where: { $0.number == number }) {
                    return $0.waiting.remove(at: place).continuation as CheckedContinuation<Bool, Never>?
                }
                $0.canceled.insert(number)
                return nil
            }
            continuation?.resume(returning: false)
        }
    }

    private func giveTurn() {
        state.withLock { $0.lent -= 1 }
        wakeNext()
    }

    private func wakeNext() {
        let next = state.withLock {
            var next: [CheckedContinuation<Bool, Never>] = []
            while $0.lent < $0.limit, !$0.waiting.isEmpty {
                next.append($0.waiting.removeFirst().continuation)
                $0.lent += 1
            }
            return next
        }
        for continuation in next { continuation.resume(returning: true) }
        growIfNeeded()
    }

    /// Allows another connection if a request waits for as long as a login takes.
    private func growIfNeeded() {
        let pause: Duration? = state.withLock {
            guard !$0.isGrowing, !$0.waiting.isEmpty, $0.limit < configuration.jobs, let pause = $0.loginDuration else {
                return nil
            }
            $0.isGrowing = true
            return pause
        }
        guard let pause else { return }
        Task {
            try? await Task.sleep(for: pause)
            state.withLock {
                $0.isGrowing = false
                if !$0.waiting.isEmpty { $0.limit += 1 }
            }
            wakeNext()
        }
    }
}
