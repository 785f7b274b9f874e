#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Paths are told apart by their bytes. The standard library compares those of a text one by one; this is several times as
/// fast, where thousands of entries have theirs compared over and over.
extension StringProtocol where UTF8View: Collection<UInt8> {
    func hasSameBytes(as other: some Collection<UInt8>) -> Bool {
        utf8.count == other.count && beginsWithBytes(of: other)
    }

    func beginsWithBytes(of prefix: some Collection<UInt8>) -> Bool {
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
