import GRDB
import Logging
import ServiceLifecycle

/// Notices changes by other processes within a fifth of a second, by `PRAGMA data_version` on a connection of its own
/// (sqlite.org/pragma.html#pragma_data_version), which reads nothing if nothing was written.
struct GenerationWatch: Service {
    let store: SQLiteCatalogStore
    let logger: Logger

    static let interval = Duration.milliseconds(200)

    func run() async throws {
        var configuration = SQLiteCatalogStore.configuration
        configuration.readonly = true
        configuration.label = "catalog.watch"
        let queue = try DatabaseQueue(path: store.pool.path, configuration: configuration)
        await cancelWhenGracefulShutdown {
            var known: Int?
            while !Task.isCancelled {
                do {
                    let last = known
                    let version = try await queue.unsafeRead { try Int.fetchOne($0, sql: "PRAGMA data_version") }
                    if version != last {
                        let known = store.generations.current
                        let changes = try await queue.read { try SQLiteCatalogStore.changes(after: known, in: $0) }
                        store.generations.advance(by: changes)
                    }
                    known = version
                } catch is CancellationError {
                    return
                } catch {
                    logger.error("Changes by other processes can't be noticed", metadata: ["error": "\(error)"])
                }
                try? await Task.sleep(for: Self.interval)
            }
        }
        try? queue.close()
    }
}
