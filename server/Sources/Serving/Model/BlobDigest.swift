import AppGroup
import AppGroupCrypto

/// The SHA-256 of a file, which names it in a blob store: 64 lowercase hexadecimal digits.
public struct BlobDigest: Hashable, Sendable, CustomStringConvertible {
    /// The 64 digits.
    public let description: String

    /// Takes exactly 64 lowercase hexadecimal digits.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 64,
            text.utf8.allSatisfy({
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            })
        else { return nil }
        description = String(text)
    }

    /// Takes digits that are known to be valid.
    public init(checked text: String) { description = text }
}

extension BlobDigest {
    /// Hashes bytes.
    public init(sha256Of bytes: [UInt8]) { self.init(checked: SHA256.hexadecimal(of: bytes)) }

    /// Takes the 32 bytes of a digest.
    public init(bytes: some Sequence<UInt8>) { self.init(checked: bytes.hexadecimal) }

    /// Its 32 bytes.
    public var bytes: [UInt8] {
        var digits = description.utf8.makeIterator()
        return (0..<32).map { _ in Self.value(of: digits.next()) << 4 | Self.value(of: digits.next()) }
    }

    private static func value(of digit: UInt8?) -> UInt8 {
        guard let digit else { return 0 }
        return digit <= UInt8(ascii: "9") ? digit - UInt8(ascii: "0") : digit - UInt8(ascii: "a") + 10
    }
}
