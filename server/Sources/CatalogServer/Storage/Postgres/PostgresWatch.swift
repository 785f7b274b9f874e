import Logging
import Serving
import ServiceLifecycle

/// Notices changes by other processes within a fifth of a second, by asking for them: `NOTIFY` would make all commits wait for each
/// other, and does not arrive through a pooler in transaction mode.
struct PostgresWatch: Service {
    let journal: PostgresJournal
    let logger: Logger

    static let interval = Duration.milliseconds(200)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var isWorking = true
            await repeating(every: Self.interval) {
                try await journal.catchUp()
                if !isWorking { logger.info("The database answers again") }
                isWorking = true
            } onError: { error in
                // Rights may have changed that this process can't see.
                journal.forget()
                if isWorking { logger.error("Changes can't be noticed", metadata: ["error": "\(error)"]) }
                isWorking = false
            }
        }
    }
}
