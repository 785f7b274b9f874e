import Logging
import PostgresClient
import Serving
import ServiceLifecycle

/// Notices changes by other processes within a fifth of a second, by asking for them: `NOTIFY` would make all commits wait for each
/// other, and does not arrive through a pooler in transaction mode.
struct PostgresWatch: Service {
    let journal: PostgresJournal
    let logger: Logger

    static let interval = Duration.milliseconds(200)
    /// How long a reading may take, so that no answer comes from memory if the last reading began longer ago than requests wait.
    private static let patience = PostgresDatabase.patience - interval

    func run() async throws {
        let outages = OutageLog(
            logger, broken: "Changes can't be noticed", mended: "The database answers again")
        await cancelWhenGracefulShutdown {
            await repeating(every: Self.interval) {
                let clock = Task {
                    // A pooler still accepts a new connection while its database hangs.
                    while true {
                        do { try await Task.sleep(for: Self.patience) } catch { return }
                        journal.giveUp()
                    }
                }
                defer { clock.cancel() }
                // Rights may have changed that this process can't see.
                if await outages.attempt({ try await journal.catchUpBeside() }) == nil { journal.forget() }
            }
        }
    }
}
