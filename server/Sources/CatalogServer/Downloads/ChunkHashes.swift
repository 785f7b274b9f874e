/// The SHA-256 of each piece of a package's file: by these iOS checks what it downloads (`sha256-size` and `sha256s` in its
/// manifest), and downloads no more than the piece again that is damaged.
struct ChunkHashes: Hashable, Sendable {
    /// Bytes of a piece, all but the last of which are whole: 10 MiB.
    static let chunkSize = 10 << 20

    let hashes: [BlobDigest]
}
