import AppGroup
import MapClusters
import Serving

/// What the map knows of a report.
struct MapMark: Sendable {
    let status: ReportStatus
    /// The code of the type.
    let type: String
    let filed: Timestamp
}

/// The reports on the map, joined to clusters. Each answer includes every change that was stored before it was asked for,
/// whichever process stored it.
actor MapReports {
    private let store: PostersStore
    private nonisolated let clusters = LiveClusters<MapMark>()
    /// The last change that is on the map.
    private var version: Int64 = 0
    private var refreshing: Task<Void, any Error>?

    init(store: PostersStore) { self.store = store }

    /// How many changes are read at once.
    private static let pageSize = 5000

    /// A new index is made before the map is shown if this many reports have changed, such as at the start, or if there are no more
    /// than this altogether, since it then takes a few milliseconds.
    private static let indexedAtOnce = 2000

    /// What the map shows of a part of the earth.
    func entries(in box: MapBox, zoom: Int) async throws -> [LiveEntry<MapMark>] {
        try await refresh()
        return await Self.entries(clusters, box, zoom)
    }

    /// Outside of the actor, so that answers are made at the same time.
    @concurrent
    private nonisolated static func entries(
        _ clusters: LiveClusters<MapMark>, _ box: MapBox, _ zoom: Int
    ) async -> [LiveEntry<MapMark>] { clusters.entries(in: box, zoom: zoom) }

    /// Puts what has been stored on the map.
    func refresh() async throws {
        // A refreshing that is under way may have missed the newest change.
        while let running = refreshing { try await running.value }
        guard try await store.version() > version else { return }
        // One that has begun since has not.
        if let running = refreshing { return try await running.value }
        let task = Task {
            defer { refreshing = nil }
            try await apply()
        }
        refreshing = task
        try await task.value
    }

    private func apply() async throws {
        var count = 0
        while true {
            let changes = try await store.mapChanges(after: version, limit: Self.pageSize)
            for change in changes {
                let place = change.place.flatMap {
                    MapPlace(longitude: $0.longitude, latitude: $0.latitude)
                }
                if let place {
                    let mark = MapMark(status: change.status, type: change.type, filed: change.filed)
                    clusters.set(change.number, at: place, mark)
                } else {
                    clusters.remove(change.number)
                }
                version = change.version
            }
            count += changes.count
            if changes.count < Self.pageSize { break }
        }
        guard count >= Self.indexedAtOnce || clusters.count <= Self.indexedAtOnce else { return }
        let clusters = clusters
        try await DiskWork.run { clusters.rebuild() }
    }

    /// Makes a new index of all reports, beside the answers that are being made.
    func rebuild() async throws {
        try await refresh()
        let clusters = clusters
        try await DiskWork.run { clusters.rebuild() }
    }

    /// Whether so much has changed that a new index is due.
    nonisolated var isDue: Bool { clusters.isDue }
}
