import AppGroupPlatform

/// The one lock under which every write and every checkpoint runs, of every process and of every thread in this one.
///
/// SQLite 3.7.0 to 3.51.2 can lose pages if a checkpoint meets a write that resets the log (sqlite.org/wal.html, "the
/// WAL-reset bug"): under this lock they never meet. Its file is next to the database.
package struct WriterLock: Sendable {
    package let path: String

    /// How long a write waits for other writers.
    package static let patience = Duration.seconds(10)

    /// Runs `body` under the lock; throws `busy` if the lock does not become free in time.
    package func holding<Result>(patience: Duration = patience, _ body: () throws -> Result) throws -> Result {
        // One lock for each use, so that threads exclude each other as processes do.
        var lock = try open()
        do { try lock.acquire(patience: patience) } catch { throw described(error) }
        defer { lock.release() }
        return try body()
    }

    /// Runs `body` under the lock, for which this began to wait earlier; throws `busy` if the lock is not free at the deadline.
    package func holding<Result>(until deadline: ContinuousClock.Instant, _ body: () throws -> Result) throws -> Result
    {
        // Hundreds may wait behind each other. A lock that is only busy comes free within microseconds.
        try holding(patience: max(.milliseconds(2), deadline - .now), body)
    }

    private func open() throws(ServiceError) -> PatientLock {
        do { return try PatientLock(path: path) } catch { throw described(error) }
    }

    func described(_ failure: PatientLock.Failure) -> ServiceError {
        switch failure {
        case .opening(.readOnly):
            ServiceError(ofDatabase: .permission, "The file system of \(path) is read-only; mount it for writing.")
        case .opening(let error):
            ServiceError(
                ofDatabase: .permission, "The lock \(path) cannot be opened: \(error.message). Check who owns it.")
        case .taking(let error):
            ServiceError(ofDatabase: .inputOutput, "The lock \(path) cannot be taken: \(error.message).")
        case .held:
            ServiceError(
                ofDatabase: .busy,
                "Another process has been writing to the database for too long (lock \(path)); try again, or end that "
                    + "process if it was stopped.", retryAfter: 5)
        }
    }
}
