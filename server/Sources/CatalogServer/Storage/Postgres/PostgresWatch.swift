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
        let outages = OutageLog(
            logger, broken: "Changes can't be noticed", mended: "The database answers again")
        await cancelWhenGracefulShutdown {
            await repeating(every: Self.interval) {
                // Rights may have changed that this process can't see.
                if await outages.attempt({ try await journal.catchUp() }) == nil { journal.forget() }
            }
        }
    }
}
