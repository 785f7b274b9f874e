import Foundation
import Logging
import ServiceLifecycle

/// Ends the process when it was told to end and does not in time: whatever was answered is on the disk already.
struct ShutdownBound: Service {
    /// Seconds after the word to end.
    let patience: Int
    let logger: Logger

    func run() async throws {
        try await gracefulShutdown()
        let (patience, logger) = (patience, logger)
        // A thread of its own: none of those that may be stuck.
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: TimeInterval(patience))
            logger.error("Requests did not end in time; they are cut off")
            exit(0)
        }
    }
}
