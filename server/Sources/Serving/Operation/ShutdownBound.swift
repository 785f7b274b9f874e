import AppGroupPlatform
public import Logging
public import ServiceLifecycle
import Synchronization

/// Says in the log that requests are cut off because the server is stopping, and ends the process if it does not stop even then.
/// Everything that was answered is on the disk already.
public final class ShutdownBound: Service {
    /// How many seconds requests that are cut off have to end.
    private static let grace = 5

    private let patience: Int
    private let logger: Logger
    private let hasEnded = Atomic(false)

    /// - Parameter patience: After how many seconds from the signal to stop requests are cut off.
    public init(patience: Int, logger: Logger) {
        self.patience = patience
        self.logger = logger
    }

    /// Notes that all requests have ended, whatever else the process still does.
    func end() { hasEnded.store(true, ordering: .relaxed) }

    /// Waits for the signal to stop.
    public func run() async throws {
        try await gracefulShutdown()
        // A thread of its own, since all others may be stuck. It ends with the process.
        _ = Threads.start { [self] in
            // With no patience at all, idle connections still need a moment to end.
            SystemClock.sleep(for: .seconds(patience) + .milliseconds(500))
            if !hasEnded.load(ordering: .relaxed) {
                logger.warning("Some requests are cut off because the server is stopping")
            }
            SystemClock.sleep(for: .seconds(Self.grace))
            logger.error("The server did not stop in time; ending its process")
            ThisProcess.exit(0)
        }
    }
}
