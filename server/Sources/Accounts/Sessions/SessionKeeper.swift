public import Logging
public import ServiceLifecycle

/// Stores every few minutes when sessions were last used, apart from any request, and deletes those that have ended.
public struct SessionKeeper<Holder: Account, Changes: ChangeSummary>: Service {
    private let authenticator: Authenticator<Holder, Changes>
    private let logger: Logger

    private static var interval: Duration { .seconds(180) }

    /// - Parameter logger: Where failures are logged.
    public init(authenticator: Authenticator<Holder, Changes>, logger: Logger) {
        self.authenticator = authenticator
        self.logger = logger
    }

    /// Stores until the server stops.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            while true {
                do {
                    try await Task.sleep(for: Self.interval)
                    try await authenticator.keepSessions()
                } catch is CancellationError {
                    return
                } catch {
                    logger.error("The last use of sessions can't be stored", metadata: ["error": "\(error)"])
                }
            }
        }
    }
}
