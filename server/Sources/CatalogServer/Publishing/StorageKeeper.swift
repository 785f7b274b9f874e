import Logging
import Serving
import ServiceLifecycle

/// Removes abandoned uploads at this server, when it starts and every hour.
struct StorageKeeper: Service {
    let uploads: UploadDesk
    let clock: @Sendable () -> Int64
    let logger: Logger

    static let interval = Duration.seconds(3600)

    func run() async throws {
        let outages = OutageLog(
            logger, broken: "Abandoned uploads can't be removed", mended: "Abandoned uploads are removed again")
        await cancelWhenGracefulShutdown {
            await repeating(every: Self.interval) {
                await outages.attempt { try await uploads.removeAbandoned(now: clock()) }
            }
        }
    }
}
