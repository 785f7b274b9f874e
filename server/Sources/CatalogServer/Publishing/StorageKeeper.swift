import Logging
import ServiceLifecycle

/// Cleans up when the server starts, and every hour: abandoned uploads, and blobs that no release names.
struct StorageKeeper: Service {
    let uploads: UploadStore
    let collector: BlobCollector
    let clock: @Sendable () -> Int64
    let logger: Logger

    static let interval = Duration.seconds(3600)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            repeat {
                do {
                    try await uploads.removeAbandoned(now: clock())
                    let count = try await collector.collect()
                    if count > 0 { logger.info("Removed files that no release names", metadata: ["count": "\(count)"]) }
                } catch is CancellationError {
                    return
                } catch {
                    logger.error("Abandoned files can't be removed", metadata: ["error": "\(error)"])
                }
            } while (try? await Task.sleep(for: Self.interval)) != nil
        }
    }
}

/// Deletes the blobs that no release names.
struct BlobCollector: Sendable {
    let blobs: any BlobStore
    let store: any CatalogStore

    /// - Returns: How many blobs it deleted.
    @discardableResult
    func collect() async throws -> Int {
        var count = 0
        // Publishing waits for a step, so the steps are small, with pauses in between.
        for byte in UInt8.min ... .max {
            guard try await !blobs.hashes(beginningWith: byte).isEmpty else { continue }
            do {
                count += try await blobs.duringCollection { try await collect(byte) }
            } catch let error as ServiceError where error.code == .busy {
                // Packages are being published all the time: these blobs have to wait for the next run.
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
