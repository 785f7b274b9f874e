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
        await cancelWhenGracefulShutdown {
            await repeating(every: Self.interval) {
                try await uploads.removeAbandoned(now: clock())
            } onError: { error in
                logger.error("Abandoned uploads can't be removed", metadata: ["error": "\(error)"])
            }
        }
    }
}
