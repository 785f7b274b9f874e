import Logging
import ServiceLifecycle

/// Writes down every few minutes when sessions were last used, off the path of requests, and forgets ended ones.
struct SessionKeeper: Service {
    let authenticator: Authenticator
    let logger: Logger

    static let interval = Duration.seconds(180)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while true {
                do {
                    try await Task.sleep(for: Self.interval)
                    try await authenticator.keepSessions()
                } catch is CancellationError {
                    return
                } catch {
                    logger.error("When sessions were used can't be written down", metadata: ["error": "\(error)"])
                }
            }
        }
    }
}
