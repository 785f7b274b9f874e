import AppCatalog
import AppPackage
import NIOCore
import SystemPackage

/// Publishes a file of this machine. What is checked and kept is a copy of it, which nobody changes meanwhile.
struct LocalPublishing: Sendable {
    let publisher: Publisher
    /// The folder of uploads, in which the copy lies while it is needed.
    let folder: String

    func publish(_ path: String, terms: Release.Terms, by who: Attribution) async throws -> Publication {
        let source = try Self.open(path)
        let uploads = try UploadStore(folder: folder, limits: UploadLimits(size: .max))
        var copy = try await uploads.beginForm(from: Self.command)
        do {
            var offset: UInt64 = 0
            let blob = try DiskBlob(source)
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
        let file = try await uploads.file(of: stored.hash, from: Self.command) ?? path
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
                error as? Errno == .permissionDenied ? .permission : .notFound,
                "\(path) can't be read: \(error); look at its name and permissions.")
        }
        guard try file.isRegular() else { throw ServiceError(.invalid, "\(path) is no file; name a package.") }
        return file
    }

    /// In whose place the command uploads: no user's.
    private static let command = User.ID(rawValue: 0)
}
