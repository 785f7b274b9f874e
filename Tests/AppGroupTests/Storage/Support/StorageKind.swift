import AppGroup
import Foundation
import TestSupport

/// The storages that come with the library, and a custom example: every behavior holds for each.
enum StorageKind: CaseIterable {
    case sqlite, inMemory, json

    /// The storages that come with the library.
    static let library = [sqlite, inMemory]

    /// An empty storage in the test's own group.
    func make() throws -> any RegistryStorage {
        switch self {
        case .sqlite: try SQLiteStorage(group: TestGroup.current.id, environment: TestGroup.current.environment)
        case .inMemory: InMemoryStorage()
        case .json: JSONStorage(path: "\(try TestGroup.current.makeFolder("json"))/group.json")
        }
    }
}

extension RegistryStorage {
    /// Writes with the usual patience.
    @discardableResult
    func write<Result>(_ body: (any RegistryWriter) throws -> Result) throws -> Result {
        try write(patience: .seconds(10), body)
    }
}
