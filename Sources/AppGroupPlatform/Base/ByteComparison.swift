#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Paths are compared by their bytes. This is several times as fast as the standard library, which compares the bytes of a text
/// one by one; it matters when thousands of paths are compared again and again.
extension StringProtocol where UTF8View: Collection<UInt8> {
    /// Whether its UTF-8 is exactly these bytes.
    package func hasSameBytes(as other: some Collection<UInt8>) -> Bool {
        utf8.count == other.count && beginsWithBytes(of: other)
    }

    /// Whether its UTF-8 begins with these bytes.
    package func beginsWithBytes(of prefix: some Collection<UInt8>) -> Bool {
        let fast = utf8.withContiguousStorageIfAvailable { bytes in
            prefix.withContiguousStorageIfAvailable { prefix in
                guard bytes.count >= prefix.count else { return false }
                guard let start = bytes.baseAddress, let prefixStart = prefix.baseAddress else { return prefix.isEmpty }
                return memcmp(start, prefixStart, prefix.count) == 0
            }
        }
        return (fast ?? nil) ?? utf8.starts(with: prefix)
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// Whether these bytes come before others, compared one by one; of two, the beginning of the other comes first.
    package func precedes(_ other: Self) -> Bool {
        guard let start = UnsafeRawBufferPointer(rebasing: self).baseAddress,
            let otherStart = UnsafeRawBufferPointer(rebasing: other).baseAddress
        else { return count < other.count }
        let order = memcmp(start, otherStart, Swift.min(count, other.count))
        return order == 0 ? count < other.count : order < 0
    }
}

/// A path, or a name in a folder, as a key. Two of them are equal only if their bytes are.
///
/// As `String`, texts are equal if their letters are composed in different ways. As names, they are those of two files.
package struct ExactPath: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    package let description: String

    package init(_ text: some StringProtocol) { description = String(text) }

    package init(stringLiteral text: String) { description = text }

    package static func == (left: ExactPath, right: ExactPath) -> Bool {
        left.description.hasSameBytes(as: right.description.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var text = description
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

/// The 64-bit hash FNV-1a (Fowler, Noll, Vo), which gives the same text the same number in every process and on every
/// machine.
package enum FNV1a {
    package static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
