@testable import CatalogServer

/// Every implementation of `CatalogStore`. Each must pass the tests in this folder.
enum StoreKind: String, CaseIterable, Sendable {
    case sqlite

    /// An empty catalog of the group `com.example.tools`, and an object that keeps it on disk until it is released.
    func make() throws -> (store: any CatalogStore, keeper: any Sendable) {
        switch self {
        case .sqlite:
            let scratch = try ScratchCatalog()
            return (scratch.store, scratch)
        }
    }
}
