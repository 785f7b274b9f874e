import Serving

/// Deletes the blobs that nothing needs, while any process stores others.
struct BlobSweep: Sendable {
    let ledger: any BlobLedger
    let blobs: any BlobStore
    /// Where the blobs are, for messages.
    let place: String
    var terms = BlobTerms.standard

    /// How many blobs are looked at in one question to the database.
    private static let batch = 64

    /// After this many failures, more would follow: the database or the store is away.
    private static let mostFailures = 5

    /// Goes through all blobs, even past some that can't be deleted.
    ///
    /// - Returns: How many it deleted.
    /// - Throws: `configuration` at once if the packages of the catalog are most likely elsewhere.
    @discardableResult
    func run() async throws -> Int {
        var count = 0
        var failures: [any Error] = []
        var isRightPlace = false
        for byte in UInt8.min ... .max {
            var rest = try await blobs.hashes(beginningWith: byte)[...]
            while !rest.isEmpty {
                try Task.checkCancellation()
                do {
                    count += try await delete(Array(rest.prefix(Self.batch)), knowing: &isRightPlace)
                } catch let error as ServiceError where error.code == .configuration {
                    throw error
                } catch {
                    failures.append(error)
                    guard failures.count < Self.mostFailures else { throw error }
                }
                rest = rest.dropFirst(Self.batch)
            }
        }
        if let failure = failures.first { throw failure }
        return count
    }

    /// Deletes those of the blobs that nothing needs.
    ///
    /// - Returns: How many there were.
    /// - Throws: `configuration` if the packages of the catalog are most likely elsewhere, and these are those of another one.
    @discardableResult
    func delete(_ candidates: [BlobDigest]) async throws -> Int {
        var isRightPlace = false
        return try await delete(candidates, knowing: &isRightPlace)
    }

    /// - Parameter isRightPlace: Whether the packages of the catalog are known to be here, for which the store may be asked often.
    private func delete(_ candidates: [BlobDigest], knowing isRightPlace: inout Bool) async throws -> Int {
        let unneeded = try await ledger.unneeded(among: candidates)
        guard !unneeded.isEmpty else { return 0 }
        if !isRightPlace {
            try await blobs.requireNewest(of: ledger, in: place)
            // Before it notes what it deletes: publishing those files waits for that.
            try await blobs.prepareForChange()
            isRightPlace = true
        }
        let holder = BlobHolder()
        let deadline = ContinuousClock.now + terms.deleting
        var count = 0
        // If one can't be deleted, the request may still take effect, so the rows stay until their end.
        for blob in try await ledger.beginDeletion(of: unneeded, by: holder, for: terms.deletion) {
            // The others have to wait for the next time.
            guard ContinuousClock.now < deadline else { break }
            if try await delete(blob, until: deadline) { count += 1 }
        }
        try await ledger.release(holder)
        return count
    }

    private func delete(_ blob: BlobDigest, until deadline: ContinuousClock.Instant) async throws -> Bool {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask { try await blobs.delete(blob) }
            group.addTask {
                try await Task.sleep(until: deadline, clock: .continuous)
                throw ServiceError(.busy, "The store of the packages takes too long to delete \(blob).")
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
    }
}
