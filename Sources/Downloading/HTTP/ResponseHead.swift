/// What a server says before the bytes of its answer (RFC 9110, 5 and 15).
public struct ResponseHead: Sendable {
    /// The status code.
    public let status: Int

    private let isVersion1: Bool
    private var fields: [(name: String, value: String)] = []

    /// The absolute URL that the server redirects to, if it does.
    public internal(set) var redirectTarget: String?

    /// Begins with a status line; nil if it is not one.
    init?(statusLine: String) {
        let words = statusLine.split(separator: " ")
        guard words.count >= 2, words[0].hasPrefix("HTTP/"), let status = Int(words[1]) else { return nil }
        self.status = status
        isVersion1 = words[0].hasPrefix("HTTP/1")
    }

    /// Takes a line such as `ETag: "7"`, without the end of the line.
    mutating func add(_ line: String) {
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return }
        let value = line[line.utf8.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        // A value may be sent back: nothing in it may end a line.
        guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return }
        fields.append((line[..<colon].lowercased(), String(value)))
    }

    /// The value of a field; the first if there are several.
    /// - Parameter name: in lower case.
    public subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// Whether the server redirects the client (RFC 9110, 15.4).
    public var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) && self["location"] != nil }

    /// How many bytes follow, if the server says so.
    public var length: Int? { self["content-length"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil } }

    /// Whether the answer itself tells that all of it has come. If only the end of the connection ends it, it does not.
    var isDelimited: Bool {
        length != nil || !isVersion1 || self["transfer-encoding"]?.lowercased().hasSuffix("chunked") == true
    }

    /// Which part of a file follows, if it is one.
    var contentRange: ContentRange? { self["content-range"].flatMap(ContentRange.init) }
}
