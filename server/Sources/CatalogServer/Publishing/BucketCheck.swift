import Logging
import ObjectStorage
import ServiceLifecycle

/// Tries out a bucket when the server starts.
struct BucketCheck: Service {
    let bucket: ObjectBlobStore
    let logger: Logger

    /// A server whose bucket does not answer still serves catalogs, so that is no reason to end.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            do { try await bucket.check(logger) } catch is CancellationError {} catch {
                logger.error("The packages can't be reached", metadata: ["error": "\(error)"])
            }
        }
        // A service that returns would end the server.
        try? await gracefulShutdown()
    }
}
