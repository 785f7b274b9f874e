import Foundation

/// Whether requests can be served: the data can be read, and there is room to write.
struct Readiness: Sendable {
    let store: any CatalogStore
    let folder: String

    /// Bytes that must be free on the disk.
    static let leastSpace = 64 << 20

    func check() async throws {
        try await store.check()
        let attributes = try FileManager.default.attributesOfFileSystem(forPath: folder)
        guard let free = (attributes[.systemFreeSize] as? NSNumber)?.int64Value, free >= Self.leastSpace else {
            throw ServiceError(.noSpace, "The disk of \(folder) is full; make room.")
        }
    }
}
