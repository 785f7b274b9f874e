import NIOPosix

/// Calls that wait for the disk, on threads of their own: an event loop that waited would keep all its connections waiting.
enum DiskWork {
    private static let threads: NIOThreadPool = {
        let threads = NIOThreadPool(numberOfThreads: 4)
        threads.start()
        return threads
    }()

    /// Runs `body` on one of the threads.
    static func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await threads.runIfActive(body)
    }
}
