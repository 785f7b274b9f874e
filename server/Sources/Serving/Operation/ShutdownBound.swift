import AppGroupPlatform
public import Logging
public import ServiceLifecycle
import Synchronization

/// Ends the process if the server does not stop even though its requests were cut off. Everything that was answered is on the disk
/// already. It is the last service, so it learns first that the server is to stop.
public final class ShutdownBound: Service {
    /// How many seconds requests that are cut off have to end.
    private static let grace = 5

    private struct State {
        /// How many answers had been lost at the signal to stop; `nil` before it.
        var lostBefore: Int?
        /// Whether the application was canceled while it ran, since it had not ended in time.
        var isCut = false
    }

    private let patience: Int
    private let connections: ConnectionTally
    private let logger: Logger
    private let state = Mutex(State())

    /// - Parameters:
    ///   - patience: How many seconds running requests have to end after the signal to stop.
    ///   - connections: Knows which requests got no answer.
    public init(patience: Int, connections: ConnectionTally, logger: Logger) {
        (self.patience, self.connections, self.logger) = (patience, connections, logger)
    }

    /// After how many seconds from the signal to stop requests are cut off. With no patience at all, idle connections still need a
    /// moment to end.
    var secondsUntilCut: Int { patience + 1 }

    /// Waits for the signal to stop.
    public func run() async throws {
        try await gracefulShutdown()
        state.withLock { $0.lostBefore = connections.lostAnswers }
        // A thread of its own, since all others may be stuck. It ends with the process.
        _ = Threads.start { [self] in
            SystemClock.sleep(for: .seconds(secondsUntilCut + Self.grace))
            reportCut(isStuck: true)
            logger.error("The server did not stop in time; ending its process")
            ThisProcess.exit(0)
        }
    }

    /// A service that runs the application, and notes whether that was canceled because it did not end in time.
    func watching(_ application: any Service) -> some Service { Watched(application: application, bound: self) }

    private struct Watched: Service {
        let application: any Service
        let bound: ShutdownBound

        func run() async throws {
            try await withTaskCancellationHandler {
                try await application.run()
            } onCancel: {
                bound.state.withLock { $0.isCut = true }
            }
        }
    }

    /// Says in the log that requests are cut off, once all have ended. An application that is canceled may have answered all of
    /// them: on a busy machine, its last steps after that take a while.
    ///
    /// - Parameter isStuck: Whether the application has not ended. Requests that keep it from that have not lost their answers
    ///   yet.
    func reportCut(isStuck: Bool = false) {
        let (lostBefore, isCut) = state.withLock { ($0.lostBefore, $0.isCut) }
        // A service that can't begin cancels the others, too.
        guard isCut, let lostBefore, isStuck || connections.lostAnswers > lostBefore else { return }
        logger.warning("Some requests are cut off because the server is stopping")
    }
}
