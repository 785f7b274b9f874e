import AppCatalog
import AppPackage
import Crypto
import FoundationEssentials
import NIOCore

/// A catalogue as it goes over the wire, made once for all who may have the same.
final class RenderedCatalog: Sendable {
    /// What it says.
    let catalog: Catalog
    /// Its JSON.
    let json: ByteBuffer
    /// The same, packed (RFC 1952).
    let gzip: ByteBuffer
    /// The validators of the two: they differ, because the bytes do (RFC 9110, section 8.8.3).
    let tag: EntityTag
    let gzipTag: EntityTag

    /// Bytes that it keeps in memory, about.
    var cost: Int { 3 * json.readableBytes + gzip.readableBytes }

    init(_ catalog: Catalog) throws {
        self.catalog = catalog
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes = Array(try encoder.encode(catalog))
        json = ByteBuffer(bytes: bytes)
        gzip = ByteBuffer(bytes: try Gzip.packed(bytes))
        let digest = SHA256.hash(data: bytes).prefix(16).hexadecimal
        tag = EntityTag(unquoted: digest)
        gzipTag = EntityTag(unquoted: "\(digest)-gzip")
    }
}
