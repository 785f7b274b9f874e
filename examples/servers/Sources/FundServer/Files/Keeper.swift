import AppGroup
import Logging
import ServiceLifecycle

/// Deletes unused files and old deletions every hour, apart from any request.
struct Keeper: Service {
    let files: FileStore
    let clock: @Sendable () -> Timestamp
    let logger: Logger

    static let interval = Duration.seconds(3600)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while true {
                do {
                    try await files.collect(at: clock())
                    try await files.store.forgetDeletions(beyond: files.limits.deletions)
                    try await Task.sleep(for: Self.interval)
                } catch is CancellationError {
                    return
                } catch {
                    logger.error("Unused files can't be deleted", metadata: ["error": "\(error)"])
                    try? await Task.sleep(for: Self.interval)
                }
            }
        }
    }
}
