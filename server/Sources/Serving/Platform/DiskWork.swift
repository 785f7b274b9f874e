import NIOPosix

/// Calls that wait for the disk, on threads of their own: an event loop that waited would keep all its connections waiting.
public enum DiskWork {
    private static let threads: NIOThreadPool = {
        let threads = NIOThreadPool(numberOfThreads: 4)
        threads.start()
        return threads
    }()

    /// Runs `body` on one of the threads.
    public static func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await threads.runIfActive(body)
    }

    /// Runs `body` on one of the threads. A failed system call in it is reported for `path`: ``StorageError``.
    public static func run<Result: Sendable>(
        at path: String, _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        do { return try await run(body) } catch { throw StorageError.error(error, at: path) }
    }
}
