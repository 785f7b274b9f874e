public import Serving
public import ServiceLifecycle

/// Does every hour what no request should wait for, such as deleting unused files.
public struct HourlyKeeper: Service {
    private let outages: OutageLog
    private let keep: @Sendable () async throws -> Void

    private static let interval = Duration.seconds(3600)

    /// - Parameters:
    ///   - outages: Says that it can't be done, such as “Unused files can't be deleted”.
    ///   - keep: Does it once. If that fails, it is tried again an hour later.
    public init(_ outages: OutageLog, _ keep: @escaping @Sendable () async throws -> Void) {
        (self.outages, self.keep) = (outages, keep)
    }

    /// Begins at once, and ends with the server.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            await repeating(every: Self.interval) { await outages.attempt(keep) }
        }
    }
}
