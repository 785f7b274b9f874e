import Logging
import Serving
import ServiceLifecycle

/// Loads the map when the server starts, and makes a new index when many reports have changed, or a while after a few have.
struct MapKeeper: Service {
    let map: MapReports
    let logger: Logger

    /// How often a new index is made at most.
    static let interval = Duration.seconds(2)

    /// How many intervals a few changes wait for a new index.
    static let patience = 15

    func run() async throws {
        let outages = OutageLog(logger, broken: "The map can't be made", mended: "The map can be made again")
        await cancelWhenGracefulShutdown {
            var waited = Self.patience
            await repeating(every: Self.interval) {
                waited += 1
                guard map.isDue || waited > Self.patience else { return }
                waited = 0
                await outages.attempt { try await map.rebuild() }
            }
        }
    }
}
