@testable import CatalogServer

/// Every implementation of the catalogue's storage; the tests of this folder are what each of them owes.
enum StoreKind: String, CaseIterable, Sendable {
    case sqlite

    /// An empty catalogue of the group `com.example.tools`, and what keeps it in place as long as it is held.
    func make() throws -> (store: any CatalogStore, keeper: any Sendable) {
        switch self {
        case .sqlite:
            let scratch = try ScratchCatalog()
            return (scratch.store, scratch)
        }
    }
}
