import AppGroupPlatform
import Logging
import ServiceLifecycle

/// Ends the process if it was told to stop and does not stop in time. Everything that was answered is on the disk already.
struct ShutdownBound: Service {
    /// In seconds, from the signal to stop.
    let patience: Int
    let logger: Logger

    func run() async throws {
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
