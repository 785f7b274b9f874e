import Accounts
import AppCatalog
import AppGroupPlatform
import NIOCore
import Serving

/// Publishes a file on this machine. It checks and keeps a copy, which nobody changes in the meantime.
struct LocalPublishing: Sendable {
    let publisher: Publisher
    /// The folder of uploads, which holds the copy while it is needed.
    let folder: String

    func publish(_ path: String, terms: Release.Terms, by who: Attribution) async throws -> Publication {
        let source = try Self.open(path)
        let uploads = try UploadStore(folder: folder, limits: UploadLimits(size: .max, files: .max))
        try await uploads.removeAbandoned(now: who.moment.seconds)
        let blob = try DiskBlob(source)
        var copy = try await uploads.beginForm(from: Self.command, atMost: blob.size)
        do {
            var offset: UInt64 = 0
            while offset < blob.size {
                let piece = try await blob.read(from: offset, count: 1 << 20)
                if piece.readableBytes == 0 { break }
                try await copy.append(piece)
                offset += UInt64(piece.readableBytes)
            }
        } catch {
            await copy.discard()
            throw error
        }
        let stored = try await copy.finish()
        guard let file = try await uploads.file(of: stored.hash, from: Self.command) else {
            throw ServiceError(.busy, "Another command has just published the same file; try again.", retryAfter: 2)
        }
        let result: Result<Publication, any Error>
        do {
            result = .success(try await publisher.publish(file: file, as: stored.hash, terms: terms, by: who))
        } catch {
            result = .failure(error)
        }
        try await uploads.remove(stored.hash, from: Self.command)
        return try result.get()
    }

    private static func open(_ path: String) throws -> OpenFile {
        let file: OpenFile
        do {
            file = try OpenFile(reading: path, followsLink: true)
        } catch {
            throw ServiceError(
                error == .accessDenied ? .permission : .notFound,
                "\(path) can't be read: \(error.message); check its name and permissions.")
        }
        guard try file.isRegular() else { throw ServiceError(.invalid, "\(path) is not a file; name a package.") }
        return file
    }

    /// Stands for the command among the users who upload.
    private static let command = User.ID(rawValue: 0)
}
