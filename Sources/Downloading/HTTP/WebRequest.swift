/// A request to a web server.
public struct WebRequest: Sendable {
    /// The methods that a request can have (RFC 9110, 9.3; RFC 5789; RFC 4918, 9).
    public enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
        case propfind = "PROPFIND"
        case makeCollection = "MKCOL"
        case move = "MOVE"

        /// Whether it changes nothing on the server (RFC 9110, 9.2.1; RFC 4918, 9.1), so that it can be sent again.
        var isSafe: Bool { [.get, .head, .propfind].contains(self) }
    }

    /// The method.
    public var method: Method

    /// The URL that it is sent to.
    public var address: WebAddress

    /// Lines of the request's head, such as `Range: bytes=5-`.
    public var fields: [String]

    /// The bytes that are sent along, if any.
    public var body: (any RequestBody)?

    /// Whether sending it twice does no more than sending it once. Only such a request may use a connection that is already open,
    /// and with a body only if its method changes nothing: if the server is closing that connection, nobody knows whether the
    /// request arrived.
    public var isRepeatable = true

    /// Whether the body is kept back until the server has agreed to take it (`Expect: 100-continue`, RFC 9110, 10.1.1), or has
    /// said nothing for ``Patience/agreeing`` seconds. If a server refuses a body and closes the connection while the body is
    /// being sent, its answer may get lost; with this, it arrives.
    public var asksBeforeBody = false

    /// Whether the answer may be sent compressed by gzip. The receiver gets it decompressed.
    public var allowsCompression = false

    /// A request, with fields as complete lines, such as `Accept: text/plain`.
    public init(_ method: Method = .get, _ address: WebAddress, fields: [String] = [], body: (any RequestBody)? = nil) {
        (self.method, self.address, self.fields, self.body) = (method, address, fields, body)
    }

    /// Whether each field is one line: no field may begin another one.
    var isWellFormed: Bool { fields.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } } }
}

/// The body of a request. Its bytes can be read again if the connection has to be made a second time.
public protocol RequestBody: AnyObject, Sendable {
    /// How many bytes there are.
    var count: Int { get }

    /// Copies bytes into the beginning of a buffer.
    /// - Parameter offset: The position of the first one, less than ``count``.
    /// - Returns: How many bytes were copied, at least one.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// A body that is in memory.
public final class BytesBody: RequestBody {
    private let bytes: [UInt8]

    /// A body of these bytes.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// How many bytes there are.
    public var count: Int { bytes.count }

    /// Copies bytes into the beginning of a buffer.
    public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, bytes.count - offset)
        buffer.copyBytes(from: bytes[offset..<(offset + count)])
        return count
    }
}
