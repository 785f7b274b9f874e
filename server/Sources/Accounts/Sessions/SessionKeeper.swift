public import Logging
import Serving
public import ServiceLifecycle

/// Stores every few minutes when sessions were last used, apart from any request. It also deletes those that have ended, unless
/// another service does that.
public struct SessionKeeper<Holder: Account, Changes: ChangeSummary>: Service {
    private let authenticator: Authenticator<Holder, Changes>
    private let deletesEnded: Bool
    private let outages: OutageLog

    private static var interval: Duration { .seconds(180) }

    /// - Parameters:
    ///   - deletesEnded: Whether it deletes sessions that have ended.
    ///   - logger: Where failures are logged.
    public init(authenticator: Authenticator<Holder, Changes>, deletesEnded: Bool = true, logger: Logger) {
        self.authenticator = authenticator
        self.deletesEnded = deletesEnded
        outages = OutageLog(
            logger, broken: "The last use of sessions can't be stored",
            mended: "The last use of sessions is stored again")
    }

    /// Stores until the server stops.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            await repeating(every: Self.interval, atOnce: false) {
                await outages.attempt {
                    try await authenticator.storeUses()
                    if deletesEnded { try await authenticator.forgetSessions() }
                }
            }
        }
    }
}
