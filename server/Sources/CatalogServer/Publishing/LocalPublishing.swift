import AppCatalog
import AppPackage
import NIOCore

/// Publishes a file of this machine. What is checked and kept is a copy of it, which nobody changes meanwhile.
struct LocalPublishing: Sendable {
    let publisher: Publisher
    /// The folder of uploads, in which the copy lies while it is needed.
    let folder: String

    func publish(_ path: String, terms: Release.Terms, by who: Attribution) async throws -> Publication {
        let source: OpenFile
        do {
            source = try OpenFile(reading: path)
        } catch {
            throw ServiceError(.notFound, "\(path) can't be read: \(error); look at its name and permissions.")
        }
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

    /// In whose place the command uploads: no user's.
    private static let command = User.ID(rawValue: 0)
}
