import Accounts
import Logging
import ServiceLifecycle
import Serving

/// Cleans up when the server starts, and every hour: abandoned uploads, and blobs that no release names.
struct StorageKeeper: Service {
    let uploads: UploadStore
    let collector: BlobCollector
    let clock: @Sendable () -> Int64
    let logger: Logger

    static let interval = Duration.seconds(3600)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            repeat {
                do {
                    try await uploads.removeAbandoned(now: clock())
                    let count = try await collector.collect()
                    if count > 0 { logger.info("Removed files that no release names", metadata: ["count": "\(count)"]) }
                } catch is CancellationError {
                    return
                } catch {
                    logger.error("Abandoned files can't be removed", metadata: ["error": "\(error)"])
                }
            } while (try? await Task.sleep(for: Self.interval)) != nil
        }
    }
}
