/// What a `Range` header asks for of a file (RFC 9110, section 14), read as nginx reads it.
///
/// A unit other than bytes, more ranges than ``most``, and ranges that sum up to more than the file are answered with the
/// whole file; a header that cannot be read, or asks only for what is beyond the end, with 416.
enum ByteRanges: Hashable, Sendable {
    /// The whole file.
    case whole
    /// Parts of it, none of them empty, as they were asked for.
    case parts([Range<UInt64>])
    /// Nothing that there is.
    case unsatisfiable

    /// Ranges in one request, beyond which the header is passed over: nobody needs more, and each costs a header.
    static let most = 100

    /// Reads the header's value.
    init(_ header: String, size: UInt64) {
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
