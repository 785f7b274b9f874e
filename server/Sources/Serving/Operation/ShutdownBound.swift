import AppGroupPlatform
public import Logging
public import ServiceLifecycle

/// Ends the process if it was told to stop and does not stop in time. Everything that was answered is on the disk already.
public struct ShutdownBound: Service {
    /// In seconds, from the signal to stop.
    private let patience: Int
    private let logger: Logger

    /// - Parameter patience: In seconds.
    public init(patience: Int, logger: Logger) {
        self.patience = patience
        self.logger = logger
    }

    /// Waits for the signal to stop.
    public func run() async throws {
        try await gracefulShutdown()
        let (patience, logger) = (patience, logger)
        // A thread of its own, since all others may be stuck.
        _ = Threads.start {
            SystemClock.sleep(nanoseconds: Int64(patience) * 1_000_000_000)
            logger.error("Requests did not end in time; they are cut off")
            ThisProcess.exit(0)
        }
    }
}
