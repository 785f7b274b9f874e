/// Which part of an upload a request carries: `bytes N-M/TOTAL` (RFC 9110, section 14.4).
struct ContentRange: Hashable, Sendable {
    let first: UInt64
    /// Bytes of the part.
    let count: UInt64
    /// Bytes of the whole.
    let total: UInt64

    /// Reads the header's value; `nil` for what is no part of a file whose size is known.
    init?(_ header: String) {
        guard header.lowercased().hasPrefix("bytes ") else { return nil }
        let parts = header.dropFirst("bytes ".count).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let total = Self.number(parts[1]) else { return nil }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last,
            last < total
        else { return nil }
        self.first = first
        count = last - first + 1
        self.total = total
    }

    private static func number(_ text: Substring) -> UInt64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = UInt64(text), number <= UInt64(Int64.max)
        else { return nil }
        return number
    }
}
