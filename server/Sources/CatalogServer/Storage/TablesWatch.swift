import Logging
import ServiceLifecycle
import Serving

/// Ends a server that can no longer use the tables, because a release that is newer by more than one has changed them.
struct TablesWatch: Service {
    let store: any CatalogStore

    private static let interval = Duration.seconds(5)

    /// - Throws: `outdated`. Other errors can be temporary, and are ignored.
    func run() async throws {
        try await cancelWhenGracefulShutdown {
            try await repeating(every: Self.interval) {
                do {
                    try await store.check()
                } catch let error as ServiceError where error.code == .outdated {
                    throw error
                } catch {}
            }
        }
    }
}
