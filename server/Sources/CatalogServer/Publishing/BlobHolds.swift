import Serving

/// Keeps blobs from being deleted while an upload stores them and a release does not name them yet.
struct BlobHolds: Sendable {
    let ledger: any BlobLedger
    var terms = BlobTerms.standard

    /// How many times to try if the blobs are deleted meanwhile.
    private static let attempts = 3

    /// Runs `body`, which stores the blobs and has something name them, all under one holder.
    ///
    /// If this process was stopped for so long that others considered it dead and deleted the blobs, `body` runs again.
    ///
    /// - Throws: `busy` if one of the blobs is being deleted for long.
    func holding<Value>(_ blobs: Set<BlobDigest>, _ body: (BlobHolder) async throws -> Value) async throws -> Value {
        for _ in 1..<Self.attempts {
            do { return try await attempt(blobs, body) } catch is LostHold {}
        }
        do { return try await attempt(blobs, body) } catch is LostHold {
            throw ServiceError(
                .busy, "Storing the package takes longer than the server's database allows; try again.", retryAfter: 10)
        }
    }

    private func attempt<Value>(
        _ blobs: Set<BlobDigest>, _ body: (BlobHolder) async throws -> Value
    ) async throws -> Value {
        let holder = BlobHolder()
        try await need(blobs, holder)
        do {
            return try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    // If the database can't be reached, the next attempt may still be in time.
                    await repeating(every: terms.need / 5, atOnce: false) {
                        try? await ledger.extend(holder, for: terms.need)
                    }
                }
                defer { group.cancelAll() }
                return try await body(holder)
            }
        } catch {
            try? await ledger.release(holder)
            throw error
        }
    }

    /// Waits for those who delete one of the blobs.
    private func need(_ blobs: Set<BlobDigest>, _ holder: BlobHolder) async throws {
        let deadline = ContinuousClock.now + terms.patience
        while try await !ledger.need(blobs, by: holder, for: terms.need) {
            guard ContinuousClock.now < deadline else {
                throw ServiceError(
                    .busy, "An unused copy of this package is being deleted at this moment; try again.", retryAfter: 10)
            }
            try await Task.sleep(for: .milliseconds(Int.random(in: 20...100)))
        }
    }
}

/// How long rows about blobs hold.
struct BlobTerms: Sendable {
    /// How long a claim on blobs lasts unless its holder extends it.
    var need = Duration.seconds(300)
    /// How long a claim to delete blobs lasts. They can be stored again after that, or once they are deleted.
    var deletion = Duration.seconds(30)
    /// How long after its claim a deletion may still send requests: it stops well before the claim ends, so that no request takes
    /// effect after that.
    var deleting = Duration.seconds(10)
    /// How long storing waits for deletions, including those whose process was killed.
    var patience = Duration.seconds(40)

    static let standard = BlobTerms()
}
