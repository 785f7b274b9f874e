import AppGroupCrypto
public import Hummingbird
public import NIOCore
public import Serving

/// Receives files in one or several requests: an upload that is cut off can be continued.
public struct UploadReceiver<Changes: ChangeSummary>: Sendable {
    /// The result of receiving a request's body.
    public enum Outcome: Sendable {
        /// This much of the file has arrived.
        case arrived(UploadStore.State)
        /// The upload has failed. As much of the body was read as was useful. The bytes that have arrived are kept unless they are wrong.
        case failed(any Error)
    }

    /// Where the files are.
    private let uploads: any UploadDestination
    private let transfers: RunningTransfers<Changes>

    /// - Parameter transfers: Cuts off uploads that may not continue, or that have stalled while the next request continues them.
    public init(uploads: UploadStore, transfers: RunningTransfers<Changes>) {
        self.init(destination: uploads, transfers: transfers)
    }

    package init(destination: any UploadDestination, transfers: RunningTransfers<Changes>) {
        (self.uploads, self.transfers) = (destination, transfers)
    }

    /// Receives a part of a file.
    ///
    /// - Parameters:
    ///   - part: The range of the file in the request's body, from its head.
    ///   - digest: The hash that the part must have; `nil` if it is not known, or if the part is the entire file.
    ///   - channel: The connection of the request.
    ///   - generation: When the user was allowed to send.
    ///   - right: The right of the user to continue.
    /// - Throws: ``UploadError``, ``ServiceError`` or `CancellationError`, only before it has read any of the body.
    public func receive(
        _ request: Request, _ part: UploadPart, of hash: BlobDigest, digest: BlobDigest? = nil, from user: AccountID,
        on channel: any Channel, since generation: Generation, right: RunningTransfers<Changes>.Right
    ) async throws -> Outcome {
        let name = "\(user.rawValue)/\(hash)"
        var upload = try await begin(part, of: hash, from: user, name)
        let ticket = try await transfers.begin(on: channel, named: name, since: generation, right: right)
        do {
            // Nothing moves on the connection while a complete file is put where it belongs, so that is no part of the transfer.
            defer { transfers.end(ticket) }
            try await request.continueIfAsked(on: channel)
            var body = request.arriving.makeAsyncIterator()
            do {
                try await Self.fill(&upload, from: &body, part.count, expecting: digest)
            } catch {
                // The bytes that have arrived are kept unless they are wrong, even if the server stops and has canceled this task. An
                // error in keeping them would only hide the first one.
                if error as? UploadError != .hashMismatch { _ = try? await upload.finish() }
                await body.dropRest()
                return .failed(error)
            }
        }
        do { return .arrived(try await uploads.finish(&upload, hash, from: user)) } catch { return .failed(error) }
    }

    @concurrent
    private static func fill(
        _ upload: inout Upload, from body: inout ArrivingBody.AsyncIterator, _ count: UInt64,
        expecting digest: BlobDigest?
    ) async throws {
        let hasher = try digest.map { _ in try SHA256Hasher() }
        let start = upload.offset
        var received: UInt64 = 0
        while let bytes = try await body.next() {
            received += UInt64(bytes.readableBytes)
            guard received <= count else { throw UploadError.tooLong }
            if let hasher { bytes.withUnsafeReadableBytes { hasher.update($0) } }
            try await upload.append(bytes)
        }
        guard let hasher, let digest, try digest != BlobDigest(bytes: hasher.digest()) else { return }
        try await upload.end(at: start)
        throw UploadError.hashMismatch
    }

    /// Begins or continues an upload, once the last request for the same file has ended or was cut off because it had stalled.
    private func begin(
        _ part: UploadPart, of hash: BlobDigest, from user: AccountID, _ name: String
    ) async throws -> Upload {
        do {
            return try await uploads.begin(hash, from: user, at: part.offset, total: part.total)
        } catch UploadError.busy(let offset) {
            guard try await transfers.endStill(named: name) else { throw UploadError.busy(offset) }
            for _ in 0..<100 {
                try await Task.sleep(for: .milliseconds(50))
                do {
                    return try await uploads.begin(hash, from: user, at: part.offset, total: part.total)
                } catch UploadError.busy {}
            }
            throw UploadError.busy(offset)
        }
    }
}
