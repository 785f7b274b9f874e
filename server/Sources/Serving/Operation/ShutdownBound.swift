import AppGroupPlatform
public import Logging
public import ServiceLifecycle

/// Says in the log that requests are cut off because the server stops, and ends the process if it does not stop even then. Everything
/// that was answered is on the disk already.
public struct ShutdownBound: Service {
    /// How many seconds requests that are cut off have to end.
    private static let grace = 5

    private let patience: Int
    private let logger: Logger

    /// - Parameter patience: After how many seconds from the signal to stop requests are cut off.
    public init(patience: Int, logger: Logger) {
        self.patience = patience
        self.logger = logger
    }

    /// Waits for the signal to stop.
    public func run() async throws {
        try await gracefulShutdown()
        let (patience, logger) = (patience, logger)
        // A thread of its own, since all others may be stuck. It ends with the process.
        _ = Threads.start {
            SystemClock.sleep(nanoseconds: Int64(patience) * 1_000_000_000)
            logger.warning("Some requests are cut off because the server stops")
            SystemClock.sleep(nanoseconds: Int64(Self.grace) * 1_000_000_000)
            logger.error("The server did not stop in time; its process ends")
            ThisProcess.exit(0)
        }
    }
}
