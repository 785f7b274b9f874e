import GRDB
public import Logging
public import ServiceLifecycle

/// Notices changes by other processes within a fifth of a second, by `PRAGMA data_version` on a connection of its own
/// (sqlite.org/pragma.html#pragma_data_version), which reads nothing if nothing was written.
public struct DatabaseWatch: Service {
    private let path: String
    private let outages: OutageLog
    private let onChange: @Sendable () async throws -> Void

    static let interval = Duration.milliseconds(200)

    /// - Parameter onChange: Called at the beginning, and after each change by this or another process.
    public init(_ database: LockedDatabase, logger: Logger, onChange: @escaping @Sendable () async throws -> Void) {
        path = database.path
        outages = OutageLog(
            logger, broken: "Changes by other processes can't be noticed",
            mended: "Changes by other processes are noticed again")
        self.onChange = onChange
    }

    /// Watches until the server stops.
    public func run() async throws {
        var configuration = LockedDatabase.configuration("watch")
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        await cancelWhenGracefulShutdown {
            var known: Int?
            await repeating(every: Self.interval) {
                await outages.attempt {
                    let version = try await queue.unsafeRead { try Int.fetchOne($0, sql: "PRAGMA data_version") }
                    if version != known { try await onChange() }
                    known = version
                }
            }
        }
        try? queue.close()
    }
}
