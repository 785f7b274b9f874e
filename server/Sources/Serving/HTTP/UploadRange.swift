/// The part of an upload that a request carries, as its `Content-Range` says: `bytes N-M/TOTAL`, or `bytes */TOTAL` if
/// nothing is left to send (RFC 9110, section 14.4).
package struct UploadRange: Hashable, Sendable {
    /// The position of the part's first byte, from 0.
    package let first: UInt64
    /// Size of the part in bytes.
    package let count: UInt64
    /// Size of the whole upload in bytes.
    package let total: UInt64

    /// Reads the header's value; `nil` if it is not a part of an upload of known size.
    package init?(_ header: String) {
        guard header.lowercased().hasPrefix("bytes ") else { return nil }
        let parts = header.dropFirst("bytes ".count).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let total = Self.number(parts[1]) else { return nil }
        self.total = total
        if parts[0] == "*" {
            (first, count) = (total, 0)
            return
        }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last,
            last < total
        else { return nil }
        self.first = first
        count = last - first + 1
    }

    private static func number(_ text: Substring) -> UInt64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = UInt64(text), number <= UInt64(Int64.max)
        else { return nil }
        return number
    }
}
