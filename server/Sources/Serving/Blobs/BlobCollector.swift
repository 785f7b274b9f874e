/// Deletes the blobs of a folder that nothing needs, for servers whose processes all run on one machine.
public struct BlobCollector: Sendable {
    private let blobs: DiskBlobStore
    private let isNeeded: @Sendable (BlobDigest) async throws -> Bool

    /// - Parameter isNeeded: Whether the server's database names a blob.
    public init(blobs: DiskBlobStore, isNeeded: @escaping @Sendable (BlobDigest) async throws -> Bool) {
        self.blobs = blobs
        self.isNeeded = isNeeded
    }

    /// Goes through all blobs.
    ///
    /// - Returns: How many blobs it deleted.
    @discardableResult
    public func collect() async throws -> Int {
        var count = 0
        // New blobs wait for a step, so the steps are small, with pauses in between.
        for byte in UInt8.min ... .max {
            guard try await !blobs.hashes(beginningWith: byte).isEmpty else { continue }
            do {
                count += try await blobs.duringCollection { try await collect(byte) }
            } catch let error as ServiceError where error.code == .busy {
                // New blobs arrive all the time: these blobs have to wait for the next run.
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        return count
    }

    private func collect(_ byte: UInt8) async throws -> Int {
        var count = 0
        for hash in try await blobs.hashes(beginningWith: byte) where try await !isNeeded(hash) {
            if try await blobs.delete(hash) { count += 1 }
        }
        return count
    }
}
