import AppPackage
import Crypto

extension BlobDigest {
    /// What hashing came to.
    init(_ digest: SHA256.Digest) { self.init(bytes: digest) }

    /// What hashing these bytes comes to.
    init(sha256Of bytes: [UInt8]) { self.init(SHA256.hash(data: bytes)) }

    /// The digest of these 32 bytes.
    init(bytes: some Sequence<UInt8>) { self.init(checked: bytes.hexadecimal) }

    /// Its 32 bytes.
    var bytes: [UInt8] {
        var digits = description.utf8.makeIterator()
        return (0..<32).map { _ in Self.value(of: digits.next()) << 4 | Self.value(of: digits.next()) }
    }

    private static func value(of digit: UInt8?) -> UInt8 {
        guard let digit else { return 0 }
        return digit <= UInt8(ascii: "9") ? digit - UInt8(ascii: "0") : digit - UInt8(ascii: "a") + 10
    }
}
