/// Receives an answer while it arrives.
public protocol Receiver: AnyObject {
    /// The answer has begun. Returning false ends the exchange there.
    func begin(_ head: ResponseHead) throws -> Bool

    /// More of it has arrived.
    func receive(_ bytes: [UInt8]) throws

    /// The same, for a receiver that needs no copy: the bytes are valid only during the call. If a type doesn't implement it,
    /// ``receive(_:)`` gets them.
    func receive(borrowed bytes: UnsafeRawBufferPointer) throws
}

extension Receiver {
    /// Copies the bytes.
    public func receive(borrowed bytes: UnsafeRawBufferPointer) throws { try receive(Array(bytes)) }
}

/// The status and fields of an answer (RFC 9110, 5 and 15).
public struct ResponseHead: Sendable {
    /// The status code, such as 200 (RFC 9110, 15).
    public let status: Int

    private let isVersion1: Bool
    private var fields: [(name: String, value: String)] = []

    /// The URL that the server redirects to, if it does; what it says instead if that is no URL.
    public internal(set) var redirectTarget: String?

    /// Reads a status line; nil if it is malformed.
    init?(statusLine: String) {
        // Bytes, not characters: every line of a head is read as a status line first.
        guard statusLine.utf8.starts(with: "HTTP/".utf8) else { return nil }
        let words = statusLine.utf8.split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard words.count >= 2, let status = Int(Substring(words[1])) else { return nil }
        self.status = status
        isVersion1 = words[0].starts(with: "HTTP/1".utf8)
    }

    /// Takes a line such as `ETag: "7"`, without the end of the line.
    mutating func add(_ line: String) {
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return }
        // White space around a value is not part of it (RFC 9110, 5.5).
        var value = line.utf8[line.utf8.index(after: colon)...].drop { $0 == 0x20 || $0 == 0x09 }
        while value.last == 0x20 || value.last == 0x09 { value.removeLast() }
        // A value may be sent back: nothing in it may end a line.
        guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return }
        fields.append((line[..<colon].lowercased(), String(Substring(value))))
    }

    /// The value of a field; the first if there are several.
    /// - Parameter name: The name in lower case.
    public subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// The values of a field, in the server's order.
    /// - Parameter name: The name in lower case.
    public func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// Whether the server redirects the client (RFC 9110, 15.4).
    public var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) && self["location"] != nil }

    /// How many bytes follow, if the server says so.
    public var length: Int? { self["content-length"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil } }

    /// Whether the answer itself shows that all of it has come, rather than only the end of the connection.
    var isDelimited: Bool {
        length != nil || !isVersion1 || self["transfer-encoding"]?.lowercased().hasSuffix("chunked") == true
    }

    /// Which part of a file follows, if it is a part.
    public var contentRange: ContentRange? { self["content-range"].flatMap(ContentRange.init) }
}

/// The part of a file that an answer contains, as its field `Content-Range` says (RFC 9110, 14.4).
public struct ContentRange: Equatable, Sendable {
    /// The positions of the bytes, from 0; at least one.
    public let bytes: Range<Int>

    /// How many bytes the entire file has; nil if the server does not know.
    public let whole: Int?

    /// Reads a value such as `bytes 700-1332/2179` or `bytes 700-1332/*`; nil if it is malformed or names no bytes.
    init?(_ value: String) {
        guard let match = value.wholeMatch(of: /bytes +([0-9]+)-([0-9]+)\/(?:([0-9]+)|\*)/.ignoresCase()),
            let first = Int(match.1), let last = Int(match.2), first <= last, last < Int.max
        else { return nil }
        bytes = first..<(last + 1)
        whole = match.3.flatMap { Int($0) }
        guard match.3 == nil || bytes.upperBound <= whole ?? 0 else { return nil }
    }
}
