/// Which bytes of a file an answer holds, as the field `Content-Range` says (RFC 9110, 14.4).
struct ContentRange: Equatable {
    /// The places of the bytes, from 0; at least one.
    let bytes: Range<Int>

    /// How many bytes the whole file has; nil where the server does not know.
    let whole: Int?

    /// Takes a value such as `bytes 700-1332/2179` or `bytes 700-1332/*`; nil where it is none, or names no bytes.
    init?(_ value: String) {
        guard let match = value.wholeMatch(of: /bytes +([0-9]+)-([0-9]+)\/(?:([0-9]+)|\*)/.ignoresCase()),
            let first = Int(match.1), let last = Int(match.2), first <= last, last < Int.max
        else { return nil }
        bytes = first..<(last + 1)
        whole = match.3.flatMap { Int($0) }
        guard match.3 == nil || bytes.upperBound <= whole ?? 0 else { return nil }
    }
}
