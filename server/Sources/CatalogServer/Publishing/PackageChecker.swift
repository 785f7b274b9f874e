import AppPackage
import NIOPosix
import Synchronization

/// Checks packages on threads of its own: to unpack a large one takes seconds, and a download must not wait for it. So many at
/// once, and so many who wait; more are told to come back.
final class PackageChecker: Sendable {
    private let threads: NIOThreadPool
    private let waiting = Mutex(0)
    private let mostWaiting: Int

    init(width: Int = 2, mostWaiting: Int = 32) {
        self.mostWaiting = mostWaiting
        threads = NIOThreadPool(numberOfThreads: width)
        threads.start()
    }

    /// Lets the threads go.
    func shutDown() async { try? await threads.shutdownGracefully() }

    /// What a package holds.
    ///
    /// - Throws: `refusedPackage` with the sentence of `AppPackage`, which `launcher inspect` says, too.
    func contents(of path: String, digest: BlobDigest) async throws -> PackageContents {
        let isTaken = waiting.withLock { waiting in
            guard waiting < mostWaiting else { return false }
            waiting += 1
            return true
        }
        guard isTaken else {
            throw ServiceError(
                .overloaded, "The server is looking through \(mostWaiting) packages already; try again soon.",
                retryAfter: 10)
        }
        defer { waiting.withLock { $0 -= 1 } }
        do {
            return try await threads.runIfActive { try PackageContents(path: path, digest: digest) }
        } catch let error as PackageError where error.code == .refused {
            throw ServiceError(.refusedPackage, error.description)
        } catch let error as PackageError where error.code == .notFound {
            throw ServiceError(.busy, "Another request is publishing the same file; ask again.", retryAfter: 2)
        }
    }
}
