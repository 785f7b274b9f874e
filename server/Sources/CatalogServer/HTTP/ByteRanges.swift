/// Reads the ranges of a `Range` header one after the other, without copying it.
struct ByteRangeScanner {
    private(set) var rest: Substring.UTF8View

    init(rest: Substring.UTF8View) { self.rest = rest }

    /// Where the next range begins in a file of this size, and where it ends: at the file's end at the latest, and not after
    /// the beginning where there is nothing to send. `nil` where it is no range.
    mutating func next(size: UInt64) -> (start: UInt64, end: UInt64)? {
        skipSpaces()
        if skip("-") {
            guard let count = number(), isAtEnd else { return nil }
            return (size - min(count, size), size)
        }
        guard let start = number() else { return nil }
        skipSpaces()
        guard skip("-") else { return nil }
        if isAtEnd { return (start, size) }
        guard let last = number(), isAtEnd else { return nil }
        return (start, last < size ? last + 1 : size)
    }

    /// Passes over a character, if it is the next.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func skipSpaces() {
        while skip(" ") {}
    }

    /// Whether a range ends here, after spaces.
    private var isAtEnd: Bool {
        mutating get {
            skipSpaces()
            return rest.isEmpty || rest.first == UInt8(ascii: ",")
        }
    }

    /// A number as far as a file's size can go.
    private mutating func number() -> UInt64? {
        var value: UInt64?
        while let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            let (tens, overflows) = (value ?? 0).multipliedReportingOverflow(by: 10)
            let (sum, overflowsToo) = tens.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
            guard !overflows, !overflowsToo, sum <= UInt64(Int64.max) else { return nil }
            value = sum
            rest.removeFirst()
        }
        return value
    }
}
