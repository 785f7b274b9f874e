public import Serving

/// Where a server keeps objects: a bucket, and what the names of its objects begin with.
public struct ObjectPlace: Hashable, Sendable, CustomStringConvertible {
    /// The bucket's name.
    public let bucket: String
    /// The beginning of each object's name: empty, or ending with a slash.
    public let prefix: String

    /// Reads `s3://BUCKET` or `s3://BUCKET/PREFIX`.
    ///
    /// The rules for names of buckets are those of Amazon S3's user guide, "General purpose bucket naming rules"; a prefix is
    /// restricted to letters, digits and `. _ - /`, which mean the same in every path and URL.
    ///
    /// - Throws: `configuration` for anything else.
    public init(_ text: String) throws(ServiceError) {
        guard text.hasPrefix(Self.scheme) else {
            throw ServiceError(.configuration, "“\(text)” is not a bucket; write s3://BUCKET/PREFIX.")
        }
        let rest = text.dropFirst(Self.scheme.count)
        let name = rest.prefix { $0 != "/" }
        guard (3...63).contains(name.utf8.count), name.utf8.allSatisfy(Self.isAllowedInBucket),
            name.utf8.first != UInt8(ascii: "."), name.utf8.last != UInt8(ascii: "."), !name.contains("..")
        else {
            throw ServiceError(
                .configuration,
                "“\(name)” can't be the name of a bucket; use 3 to 63 lowercase letters, digits, periods and hyphens.")
        }
        let parts = rest.dropFirst(name.count).split(separator: "/")
        guard parts.allSatisfy({ $0 != "." && $0 != ".." && $0.utf8.allSatisfy(Self.isAllowedInPrefix) }),
            rest.utf8.count <= Self.longest
        else {
            throw ServiceError(
                .configuration,
                "The prefix in “\(text)” has a character or a part that is not allowed; use letters, digits, “.”, “_”, “-” and “/”."
            )
        }
        bucket = String(name)
        prefix = parts.map { "\($0)/" }.joined()
    }

    /// The beginning of the text of each place.
    public static let scheme = "s3://"

    /// An object's name has at most 1,024 bytes, and a blob's own part of it takes 67.
    private static let longest = 900

    private static func isAllowedInBucket(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func isAllowedInPrefix(_ byte: UInt8) -> Bool {
        isAllowedInBucket(byte) || byte == UInt8(ascii: "_") || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    /// In the form that ``init(_:)`` reads.
    public var description: String { "\(Self.scheme)\(bucket)/\(prefix)" }
}
