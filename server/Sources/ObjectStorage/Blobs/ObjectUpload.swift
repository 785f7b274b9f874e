import AppGroupCrypto
import Downloading
import NIOCore
import Serving

/// Brings a file on this machine into a bucket, under its hash. Memory holds at most one small file, or the buffers of a few parts.
struct ObjectUpload: Sendable {
    let client: ObjectClient
    let file: OpenFile
    let hash: BlobDigest
    let key: String
    let size: UInt64
    /// Whether an object of this name fails the upload.
    var onlyNew: Bool

    /// The largest file that is sent by one request, in bytes.
    static let largestWhole: UInt64 = 8 << 20
    /// How many parts are sent at once.
    private static let width = 4
    /// S3's limit.
    private static let mostParts: UInt64 = 10_000
    /// How often an upload in parts begins again after a conflict.
    private static let mostConflicts = 3

    func run() async throws {
        guard size > Self.largestWhole else { return try await sendWhole() }
        var conflicts = 0
        while true {
            do { return try await sendInParts() } catch let error as ObjectError where error.code == .conflict {
                conflicts += 1
                guard conflicts < Self.mostConflicts else { throw error }
                try await Task.sleep(for: client.patience.pause(after: conflicts, wanted: error.pause))
            }
        }
    }

    private func sendWhole() async throws {
        let file = file
        let count = Int(size)
        let bytes = try await DiskWork.run(at: file.path) {
            try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                filled = try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
            }
        }
        guard BlobDigest(sha256Of: bytes) == hash else { throw changed }
        var conflicts = 0
        while true {
            do { return try await client.put(bytes, as: key, onlyNew: onlyNew) } catch let error as ObjectError
                where error.code == .conflict && conflicts + 1 < Self.mostConflicts
            {
                conflicts += 1
                try await Task.sleep(for: client.patience.pause(after: conflicts, wanted: error.pause))
            }
        }
    }

    private var changed: ServiceError {
        ServiceError(.hashMismatch, "\(file.path) changed while it was being stored; publish it again.")
    }

    /// Sends several parts at once. The file is hashed in order, as a whole and each part for itself; completing the upload makes
    /// it visible, so that happens only if the hash of the file is right.
    private func sendInParts() async throws {
        let upload = try await client.begin(key)
        do {
            let whole = try SHA256Hasher()
            let partSize = Self.partSize(of: size)
            let parts = try await withThrowingTaskGroup(of: ObjectClient.Part.self) { group in
                var parts: [ObjectClient.Part] = []
                for (index, start) in stride(from: 0, to: size, by: Int(partSize)).enumerated() {
                    let range = Int(start)..<Int(min(start + partSize, size))
                    if index >= Self.width, let part = try await group.next() { parts.append(part) }
                    let hash = try await Self.hash(file, range, whole)
                    group.addTask { [client, file] in
                        try await client.send(
                            FileBody(file.path, range), hash: hash, as: index + 1, of: upload)
                    }
                }
                for try await part in group { parts.append(part) }
                return parts
            }
            guard BlobDigest(bytes: try whole.digest()) == hash else { throw changed }
            try await client.complete(upload, parts, onlyNew: onlyNew)
        } catch {
            // Even if this task was canceled. If it fails, the parts are dropped later.
            let client = client
            await Task { try? await client.abort(upload) }.value
            throw error
        }
    }

    /// Parts of 8 MiB, or larger ones if there would be too many.
    static func partSize(of size: UInt64) -> UInt64 {
        let least = (size + mostParts - 1) / mostParts
        let mebibytes = (least + (1 << 20) - 1) >> 20
        return max(largestWhole, mebibytes << 20)
    }

    /// The hash of a part, which is also added to the hash of the file.
    private static func hash(_ file: OpenFile, _ range: Range<Int>, _ whole: SHA256Hasher) async throws -> BlobDigest {
        try await DiskWork.run(at: file.path) {
            let part = try SHA256Hasher()
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
            defer { buffer.deallocate() }
            var offset = range.lowerBound
            while offset < range.upperBound {
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(range.upperBound - offset))
                let count = try file.read(into: rest, at: UInt64(offset))
                guard count > 0 else { break }
                let read = UnsafeRawBufferPointer(rebasing: rest.prefix(count))
                part.update(read)
                whole.update(read)
                offset += count
            }
            return BlobDigest(bytes: try part.digest())
        }
    }
}
