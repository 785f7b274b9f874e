import AppGroup
import Logging
import ServiceLifecycle

/// Deletes unused photos and old answers every hour, apart from any request.
struct PhotoKeeper: Service {
    let photos: PhotoStore
    let clock: @Sendable () -> Timestamp
    let logger: Logger

    static let interval = Duration.seconds(3600)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while true {
                do {
                    try await photos.collect(at: clock())
                    try await photos.store.forgetAnswers(at: clock())
                    try await Task.sleep(for: Self.interval)
                } catch is CancellationError {
                    return
                } catch {
                    logger.error("Unused photos can't be deleted", metadata: ["error": "\(error)"])
                    try? await Task.sleep(for: Self.interval)
                }
            }
        }
    }
}
