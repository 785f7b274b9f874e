package import Serving

/// Where an ``UploadReceiver`` puts files.
package protocol UploadDestination: Sendable {
    /// How much of a file a user has sent; `nil` if nothing.
    func state(of hash: BlobDigest, from user: AccountID) async throws -> UploadStore.State?

    /// Begins or continues to receive a file, as ``UploadStore/begin(_:from:at:total:besides:)`` does.
    func begin(_ hash: BlobDigest, from user: AccountID, at offset: UInt64?, total: UInt64) async throws -> Upload

    /// Ends an upload, for now if it is not complete.
    func finish(_ upload: inout Upload, _ hash: BlobDigest, from user: AccountID) async throws -> UploadStore.State
}

extension UploadStore: UploadDestination {
    package func begin(_ hash: BlobDigest, from user: AccountID, at offset: UInt64?, total: UInt64) async throws
        -> Upload
    {
        try await begin(hash, from: user, at: offset, total: total, besides: nil)
    }

    package func finish(_ upload: inout Upload, _: BlobDigest, from _: AccountID) async throws -> State {
        try await upload.finish()
    }
}
