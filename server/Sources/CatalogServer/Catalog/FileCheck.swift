import Logging
import ServiceLifecycle
import Serving

/// Looks for the files of all offered releases when the server starts. They are missing if only the database was restored from a
/// backup.
struct FileCheck: Service {
    let catalog: CatalogService
    let releases: any ReleaseStore
    let blobs: any BlobStore
    let logger: Logger

    /// The releases without a file.
    struct Missing {
        var count = 0
        /// Some of them, for a person.
        var labels: [String] = []
    }

    /// How many missing releases the log names.
    private static let mostNamed = 5

    func run() async throws {
        await cancelWhenGracefulShutdown {
            do { try await report() } catch is CancellationError {} catch {
                logger.error("The files of releases can't be checked", metadata: ["error": "\(error)"])
            }
        }
        // A service that returns would end the server.
        try? await gracefulShutdown()
    }

    /// Looks for each file. A release that was removed in the meantime needs none.
    func missing() async throws -> Missing {
        var missing = Missing()
        for contents in try await catalog.packages().lazy.flatMap(\.releases).map(\.contents) {
            try Task.checkCancellation()
            guard try await blobs.size(of: contents.digest) == nil,
                try await releases.release(of: contents.package, digest: contents.digest) != nil
            else { continue }
            missing.count += 1
            if missing.labels.count < Self.mostNamed { missing.labels.append(contents.label) }
        }
        return missing
    }

    private func report() async throws {
        let missing = try await missing()
        guard missing.count > 0 else { return }
        logger.error(
            "Files of releases are missing, so nobody can download these; restore the packages, or publish them again",
            metadata: [
                "count": "\(missing.count)", "releases": "\(missing.labels.joined(separator: ", "))",
            ])
    }
}
