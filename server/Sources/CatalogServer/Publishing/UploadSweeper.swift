import AppGroup
import Logging
import ObjectStorage
import ServiceLifecycle
import Serving

/// Tries out a bucket when the server starts, and drops uploads to it that some process began and did not end.
struct UploadSweeper: Service {
    let bucket: ObjectBlobStore
    let clock: @Sendable () -> Timestamp
    let logger: Logger

    private static let interval = Duration.seconds(600)
    /// An upload without a new part for this long is abandoned, in milliseconds: no part takes so long, with all repetitions. It
    /// is dropped within the hour.
    private static let idle: Int64 = 40 * 60 * 1000

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await check()
            repeat {
                do {
                    let count = try await bucket.dropUnfinished(idle: Self.idle, now: clock())
                    if count > 0 { logger.info("Dropped unfinished uploads", metadata: ["count": "\(count)"]) }
                } catch is CancellationError {
                    return
                } catch {
                    logger.error("Unfinished uploads can't be dropped", metadata: ["error": "\(error)"])
                }
            } while (try? await Task.sleep(for: Self.interval)) != nil
        }
    }

    /// A server whose bucket does not answer still serves catalogs, so that is no reason to end.
    private func check() async {
        do { try await bucket.check(logger) } catch is CancellationError {} catch {
            logger.error("The packages can't be reached", metadata: ["error": "\(error)"])
        }
    }
}
