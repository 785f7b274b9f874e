import AppGroup
import Foundation
import PostgresClient
import Testing

@testable import CatalogServer

/// Every implementation of `CatalogStore`.
enum StoreKind: String, CaseIterable, Sendable {
    case sqlite
    case postgres15
    case postgres18
    /// PostgreSQL 18 behind pgbouncer in transaction mode.
    case pooledPostgres

    /// Each must pass the tests in this folder. They use both versions of PostgreSQL, and connect to one of them directly.
    static let allCases: [StoreKind] = [.sqlite, .postgres15, .pooledPostgres]

    /// An empty catalog of the group `com.example.tools`, and an object that keeps it on disk until it is released.
    func make() async throws -> (store: any CatalogStore, keeper: any Sendable) {
        guard self != .sqlite else {
            let scratch = try ScratchCatalog()
            return (scratch.store, scratch)
        }
        let place = try await place()
        return (try await PostgresCatalogStore.open(place, group: "com.example.tools"), self)
    }

    /// The URL of a new database. - Precondition: This is not ``sqlite``.
    func url() async throws -> String {
        let servers = try await SharedPostgres.all.value
        let server = self == .postgres15 ? servers.debian15 : servers.embedded18
        let url = try await server.makeDatabase()
        return self == .pooledPostgres ? url.replacing(":\(server.port)/", with: ":\(servers.poolerPort)/") : url
    }

    /// A new database. - Precondition: This is not ``sqlite``.
    func place() async throws -> PostgresCatalogStore.Place {
        var place = PostgresCatalogStore.Place(address: try PostgresAddress(try await url()))
        place.isPooled = self == .pooledPostgres
        place.connections = 4
        return place
    }
}

/// The PostgreSQL servers that the tests of one process share.
struct SharedPostgres: Sendable {
    let debian15: PostgresInstance
    let embedded18: PostgresInstance
    let poolerPort: Int

    /// They start when a test first asks for them.
    static let all = Task {
        let embedded18 = try await PostgresInstance(.embedded18)
        return SharedPostgres(
            debian15: try await PostgresInstance(.debian15), embedded18: embedded18,
            poolerPort: try await embedded18.startPooler())
    }
}
