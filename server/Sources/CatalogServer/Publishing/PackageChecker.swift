import AppCatalog
import AppGroup
import AppPackage
import NIOPosix
import Serving
import Synchronization

/// Checks packages on threads of its own: unpacking a large one takes seconds, and downloads must not wait for it. The number of
/// packages that are checked at once or wait is limited; further ones are refused for the moment.
final class PackageChecker: Sendable {
    private let threads: NIOThreadPool
    private let waiting = Mutex(0)
    private let mostWaiting: Int

    init(width: Int = 2, mostWaiting: Int = 32) {
        self.mostWaiting = mostWaiting
        threads = NIOThreadPool(numberOfThreads: width)
        threads.start()
    }

    /// Ends the threads.
    func shutDown() async { try? await threads.shutdownGracefully() }

    /// Checks a package and reads its contents.
    ///
    /// - Throws: `refusedPackage` with the sentence of `AppPackage` that `launcher inspect` prints, too.
    func contents(of path: String, digest: BlobDigest) async throws -> PackageContents {
        let isAccepted = waiting.withLock { waiting in
            guard waiting < mostWaiting else { return false }
            waiting += 1
            return true
        }
        guard isAccepted else {
            throw ServiceError(
                .overloaded, "The server is already checking \(mostWaiting) packages; try again soon.",
                retryAfter: 10)
        }
        defer { waiting.withLock { $0 -= 1 } }
        do {
            return try await threads.runIfActive { try PackageContents(path: path, digest: digest) }
        } catch let error as PackageError where error.code == .refused {
            throw ServiceError(.refusedPackage, error.description)
        } catch let error as PackageError where error.code == .notFound {
            throw ServiceError(.busy, "Another request is publishing the same file; try again.", retryAfter: 2)
        }
    }
}

/// What a checked package declares, and its icon.
struct PackageContents: Sendable {
    let contents: Release.Contents
    /// The group that it names, if any.
    let group: AppGroup.GroupID?
    let icon: [UInt8]

    /// Opens a package and checks every byte of it, which takes seconds for a large one.
    ///
    /// - Parameter digest: The SHA-256 of its file, just computed.
    /// - Throws: `PackageError`.
    init(path: String, digest: BlobDigest) throws {
        let package = try Package(path: path, checking: .contents)
        let info = package.bundle.info
        let format: Release.Icon.Format
        switch package.bundle.icon.source {
        case .png(let bytes): (icon, format) = (bytes, .png)
        case .svg(let bytes): (icon, format) = (bytes, .svg)
        case .file, .named: (icon, format) = ([], .svg)
        }
        group = info.group
        let platform = package.bundle.platform
        contents = Release.Contents(
            package: info.id, name: info.name, version: info.version, build: info.build,
            platform: CatalogPlatform(
                operatingSystem: "\(platform.operatingSystem)",
                architectures: platform.architectures.map { $0.name(on: platform.operatingSystem) }),
            minimumSystem: info.minimumSystem, schemes: info.schemes,
            icon: Release.Icon(digest: BlobDigest(sha256Of: icon), format: format), digest: digest,
            size: package.fileSize, unpackedSize: package.unpackedSize)
    }
}

extension ServiceError.Code {
    /// The file is no valid package.
    static let refusedPackage = Self(name: "refusedPackage", status: .unprocessableContent, exitStatus: .dataError)
}
