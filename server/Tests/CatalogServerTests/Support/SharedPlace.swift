import AppGroup
import ServerTestSupport
import PostgresClient
import TestSupport

@testable import CatalogServer

/// A catalog that several processes open: its description says where it is.
struct SharedPlace: CustomStringConvertible, Sendable {
    /// A URL, or the path of a folder; after `pooled `, the URL is that of pgbouncer.
    let description: String
    /// A folder for whatever else the processes share.
    let folder: TemporaryFolder
    /// Whether it is an SQLite file in the folder.
    let isFile: Bool

    init(_ kind: StoreKind) async throws {
        folder = try TemporaryFolder()
        isFile = kind == .sqlite
        description =
            kind == .sqlite
            ? folder.path : (kind == .pooledPostgres ? "pooled " : "") + (try await kind.url())
        try await Self.open(description).close()
    }

    /// Opens the catalog in any process.
    static func open(_ description: String) async throws -> any CatalogStore {
        let group: AppGroup.GroupID = "org.example.family"
        guard description.contains("://") else { return try SQLiteCatalogStore(folder: description, group: group) }
        let url = description.split(separator: " ").last.map(String.init) ?? ""
        let place = PostgresCatalogStore.Place(
            address: try PostgresAddress(url), connections: 3, isPooled: description.hasPrefix("pooled "))
        return try await PostgresCatalogStore.open(place, group: group)
    }
}
