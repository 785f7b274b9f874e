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
