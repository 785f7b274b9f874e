/// The parts of a file that a `Range` header asks for (RFC 9110, section 14), read as nginx reads it.
///
/// The whole file answers a unit other than bytes, more ranges than ``most``, and ranges that add up to more than the file.
/// Status 416 answers an unreadable header, and one whose ranges all lie beyond the end.
public enum ByteRanges: Hashable, Sendable {
    /// The whole file.
    case whole
    /// Parts of the file in the requested order, none of them empty.
    case parts([Range<UInt64>])
    /// Nothing that exists.
    case unsatisfiable

    /// The most ranges in one request; a header with more is ignored. Nobody needs more, and each costs a header.
    public static let most = 100

    /// Reads the header's value.
    public init(_ header: String, size: UInt64) {
        let unit = "bytes="
        guard header.utf8.count > unit.utf8.count, header.prefix(unit.count).lowercased() == unit else {
            self = .whole
            return
        }
        var scanner = ByteRangeScanner(rest: header.utf8.dropFirst(unit.utf8.count))
        var parts: [Range<UInt64>] = []
        var sum: UInt64 = 0
        repeat {
            guard let (start, end) = scanner.next(size: size) else {
                self = .unsatisfiable
                return
            }
            if start < end {
                guard parts.count < Self.most else {
                    self = .whole
                    return
                }
                parts.append(start..<end)
                let (total, overflows) = sum.addingReportingOverflow(end - start)
                sum = overflows ? .max : total
            } else if start == 0 {
                self = .whole
                return
            }
        } while scanner.skip(",")
        if parts.isEmpty {
            self = .unsatisfiable
        } else {
            self = sum > size ? .whole : .parts(parts)
        }
    }
}

/// Reads the ranges of a `Range` header one by one, without copying it.
struct ByteRangeScanner {
    private(set) var rest: Substring.UTF8View

    init(rest: Substring.UTF8View) { self.rest = rest }

    /// Where the next range begins and ends in a file of this size. It ends at the end of the file at the latest; if there is
    /// nothing to send, it does not end after its beginning. `nil` if it is not a range.
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

    /// Skips a character if it comes next.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func skipSpaces() {
        while skip(" ") {}
    }

    /// Whether the range ends here, after optional spaces.
    private var isAtEnd: Bool {
        mutating get {
            skipSpaces()
            return rest.isEmpty || rest.first == UInt8(ascii: ",")
        }
    }

    /// A number no larger than a file can be.
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
