import AppCatalog
import AppGroup
import AppGroupCrypto
import NIOCore
import Serving
import Synchronization

/// The text around the packages of every catalog.
struct CatalogFrame: Sendable {
    let group: GroupID
    let json: JSONFrame
    /// The two parts of the JSON, compressed.
    fileprivate let start: Gzip.Piece
    fileprivate let end: Gzip.Piece
    fileprivate let digest: [UInt8]

    init(group: GroupID) throws {
        self.group = group
        json = try JSONFrame(Catalog(group: "\(group)", packages: []), list: "packages")
        start = try Gzip.Piece(json.start)
        end = try Gzip.Piece(json.end)
        let hash = try SHA256Hasher()
        hash.update(json.around([]))
        digest = try hash.digest()
    }
}

/// A catalog as it is sent, put together from pieces. It contains nothing about the user, so that all users who may have the same
/// share one.
final class RenderedCatalog: Sendable {
    /// Identifies what a catalog shows.
    struct Key: Hashable, Sendable {
        /// The SHA-256 of the digests of the frame and of all pieces.
        fileprivate let digest: [UInt8]

        init(of pieces: [CatalogPiece], in frame: CatalogFrame) throws {
            let hash = try SHA256Hasher()
            hash.update(frame.digest)
            hash.update(pieces.flatMap(\.digest))
            digest = try hash.digest()
        }
    }

    let json: ByteBuffer
    /// The entity tags of the JSON and of its compressed form: they differ because the bytes do (RFC 9110, section 8.8.3).
    let tag: EntityTag
    let gzipTag: EntityTag
    private let pieces: [CatalogPiece]
    let frame: CatalogFrame
    private let packed = Mutex<ByteBuffer?>(nil)

    /// The approximate memory that it takes beside its pieces, in bytes: the compressed form takes about half of the JSON.
    var cost: Int { 1_000 + json.readableBytes / 2 * 3 + 8 * pieces.count }

    init(_ key: Key, of pieces: [CatalogPiece], in frame: CatalogFrame) {
        (self.pieces, self.frame) = (pieces, frame)
        let around = frame.json
        var json = ByteBufferAllocator().buffer(
            capacity: pieces.reduce(around.start.count + around.end.count) { $0 + $1.json.count + 1 })
        json.writeBytes(around.start)
        for (number, piece) in pieces.enumerated() {
            if number > 0 { json.writeInteger(UInt8(ascii: ",")) }
            json.writeBytes(piece.json)
        }
        json.writeBytes(around.end)
        self.json = json
        let digest = key.digest.prefix(16).hexadecimal
        tag = EntityTag(unquoted: digest)
        gzipTag = EntityTag(unquoted: "\(digest)-gzip")
    }

    /// The JSON compressed with gzip.
    var gzip: ByteBuffer {
        get throws {
            if let known = packed.withLock({ $0 }) { return known }
            let inner = try pieces.enumerated().map { try $1.gzip(isFirst: $0 == 0) }
            let bytes = Gzip.joined([frame.start] + inner + [frame.end])
            let buffer = ByteBuffer(bytes: bytes)
            packed.withLock { $0 = buffer }
            return buffer
        }
    }

    /// What it shows.
    var packages: ListedPackages {
        ListedPackages(count: pieces.count) { [pieces] number in
            let piece = pieces[number]
            return CatalogPackage(
                piece.package, piece.releases[0].contents, releases: piece.releases.map { CatalogRelease($0) })
        }
    }
}

/// The packages of a catalog. Each one is made when it is asked for, since all of them take much more memory than what they are
/// made from.
struct ListedPackages: RandomAccessCollection, Sendable {
    let count: Int
    private let package: @Sendable (Int) -> CatalogPackage

    init(count: Int, package: @escaping @Sendable (Int) -> CatalogPackage) {
        (self.count, self.package) = (count, package)
    }

    var startIndex: Int { 0 }
    var endIndex: Int { count }
    subscript(position: Int) -> CatalogPackage { package(position) }
}
