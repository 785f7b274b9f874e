import AppGroupPlatform
public import Logging
public import ServiceLifecycle
import Synchronization

/// Ends the process if the server does not stop even though its requests were cut off. Everything that was answered is on the disk
/// already. It is the last service, so it learns first that the server is to stop.
public final class ShutdownBound: Service {
    /// How many seconds requests that are cut off have to end.
    private static let grace = 5

    private let patience: Int
    private let logger: Logger
    private let isStopping = Atomic(false)

    /// - Parameter patience: How many seconds running requests have to end after the signal to stop.
    public init(patience: Int, logger: Logger) {
        self.patience = patience
        self.logger = logger
    }

    /// After how many seconds from the signal to stop requests are cut off. With no patience at all, idle connections still need a
    /// moment to end.
    var secondsUntilCut: Int { patience + 1 }

    /// Waits for the signal to stop.
    public func run() async throws {
        try await gracefulShutdown()
        isStopping.store(true, ordering: .relaxed)
        // A thread of its own, since all others may be stuck. It ends with the process.
        _ = Threads.start { [self] in
            SystemClock.sleep(for: .seconds(secondsUntilCut + Self.grace))
            logger.error("The server did not stop in time; ending its process")
            ThisProcess.exit(0)
        }
    }

    /// Says in the log that requests are cut off because the server is stopping. It comes before the application, so it is told to
    /// stop when all requests have ended, and canceled if they have not ended in time.
    var cutNotice: some Service { CutNotice(bound: self) }

    private struct CutNotice: Service {
        let bound: ShutdownBound

        func run() async throws {
            do {
                try await gracefulShutdown()
            } catch is CancellationError {
                // A service that can't begin cancels the others, too.
                guard bound.isStopping.load(ordering: .relaxed) else { return }
                bound.logger.warning("Some requests are cut off because the server is stopping")
            }
        }
    }
}
