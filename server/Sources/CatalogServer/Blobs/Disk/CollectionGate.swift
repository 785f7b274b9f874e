/// Keeps those who publish and those who collect blobs apart, in whatever process they are, by the advisory lock on a file
/// that is made once and never renamed or deleted: any number publish at once, or one collects.
struct CollectionGate: Sendable {
    let lockPath: String
    /// How long somebody waits for the others.
    let patience: Duration

    func pass<Result: Sendable>(
        _ lock: OpenFile.Lock, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        let file = try await DiskWork.run { [lockPath] in
            do { return try OpenFile(writing: lockPath) } catch { throw StorageError.error(error, at: lockPath) }
        }
        let deadline = ContinuousClock.now + patience
        while try !file.tryLock(lock) {
            guard ContinuousClock.now < deadline else {
                throw ServiceError(.busy, "Packages are being published, or cleared up; try again in a moment.")
            }
            try await Task.sleep(for: .milliseconds(Int.random(in: 5...25)))
        }
        defer { file.unlock() }
        return try await body()
    }
}
