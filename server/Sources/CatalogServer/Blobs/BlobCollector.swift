/// Deletes the blobs that no release names any more.
struct BlobCollector: Sendable {
    let blobs: any BlobStore
    let store: any CatalogStore

    /// - Returns: How many there were.
    @discardableResult
    func collect() async throws -> Int {
        var count = 0
        // In small steps with pauses between: who publishes waits for one of them.
        for byte in UInt8.min ... .max {
            guard try await !blobs.hashes(beginningWith: byte).isEmpty else { continue }
            do {
                count += try await blobs.duringCollection { try await collect(byte) }
            } catch let error as ServiceError where error.code == .busy {
                // Somebody publishes all the time: what lies there is for the next time.
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        return count
    }

    private func collect(_ byte: UInt8) async throws -> Int {
        var count = 0
        for hash in try await blobs.hashes(beginningWith: byte) where try await !store.isNamed(hash) {
            if try await blobs.delete(hash) { count += 1 }
        }
        return count
    }
}
