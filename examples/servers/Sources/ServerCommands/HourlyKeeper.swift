public import Logging
import Serving
public import ServiceLifecycle

/// Does every hour what no request should wait for, such as deleting unused files.
public struct HourlyKeeper: Service {
    private let what: Logger.Message
    private let logger: Logger
    private let keep: @Sendable () async throws -> Void

    private static let interval = Duration.seconds(3600)

    /// - Parameters:
    ///   - what: What it could not do, for the log, such as “Unused files can't be deleted”.
    ///   - keep: Does it once. If that fails, it is tried again an hour later.
    public init(
        orLogging what: Logger.Message, to logger: Logger, _ keep: @escaping @Sendable () async throws -> Void
    ) {
        (self.what, self.logger, self.keep) = (what, logger, keep)
    }

    /// Begins at once, and ends with the server.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            await repeating(every: Self.interval) {
                try await keep()
            } onError: { error in
                logger.error(what, metadata: ["error": "\(error)"])
            }
        }
    }
}
