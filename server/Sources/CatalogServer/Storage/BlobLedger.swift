import AppGroupCrypto
import Serving

/// Which blobs are needed, and which are being deleted, as rows that every process of the catalog sees. A row is written before a
/// process checks whether a blob exists, and before it deletes one.
///
/// Each change is one transaction. So if one process needs a blob and another one deletes it, the later one finds the row of the
/// earlier one. Rows end by the clock of the database: a dead process does not keep others waiting for long.
protocol BlobLedger: Sendable {
    /// Notes that a holder needs blobs, whether or not they exist.
    ///
    /// - Returns: Whether it was noted. If not, one of the blobs is being deleted.
    func need(_ blobs: Set<BlobDigest>, by holder: BlobHolder, for duration: Duration) async throws -> Bool

    /// Extends the claims of a holder.
    func extend(_ holder: BlobHolder, for duration: Duration) async throws

    /// Removes the claims of a holder.
    func release(_ holder: BlobHolder) async throws

    /// The given blobs that nothing needs: no release, no uploaded file, and no holder.
    ///
    /// A catalog without releases may be a new one that shares a folder with the packages of another one. While a catalog is being
    /// moved, its packages also belong to the new place. So both need every blob.
    func unneeded(among blobs: [BlobDigest]) async throws -> [BlobDigest]

    /// The packages of the newest releases, at most `count`. The newest one is the first.
    func newestPackages(_ count: Int) async throws -> [BlobDigest]

    /// Notes that a holder deletes those of the blobs that nothing needs.
    ///
    /// - Returns: The blobs to delete. Others must not be deleted.
    func beginDeletion(of blobs: [BlobDigest], by holder: BlobHolder, for duration: Duration) async throws
        -> [BlobDigest]
}

/// A task that needs or deletes some blobs for a while, such as one publication.
struct BlobHolder: Hashable, Sendable, CustomStringConvertible {
    /// 32 random hexadecimal digits.
    let description = SecureRandom.bytes(16).hexadecimal
}

/// The holder's claim has expired, so its blobs may have been deleted.
struct LostHold: Error {}
