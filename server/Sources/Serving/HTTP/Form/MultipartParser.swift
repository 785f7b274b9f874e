public import NIOCore

/// Parses a form of type `multipart/form-data` (RFC 7578) while it arrives, by the rules of RFC 2046, section 5.1.
///
/// It never holds more than a part's header, which is bounded, and the last bytes up to the length of a delimiter; contents are
/// passed on as they arrive. A form that ends early, or that no browser would write, is an error.
public struct MultipartParser {
    /// What was found, in order: a part's header, its contents in pieces, and its end.
    public enum Event: Hashable, Sendable {
        case part(MultipartHeader)
        case content(ByteBuffer)
        case endOfPart
    }

    /// Limits that no real form reaches.
    public struct Limits: Sendable {
        /// In one form.
        public var parts = 32
        /// Of a part's header, in bytes.
        public var header = 8 << 10
        /// Of everything before the first part, in bytes.
        public var preamble = 8 << 10

        /// For forms that people fill in.
        public static let standard = Limits()

        /// Sets limits.
        public init(parts: Int = 32, header: Int = 8 << 10, preamble: Int = 8 << 10) {
            self.parts = parts
            self.header = header
            self.preamble = preamble
        }
    }

    private enum State { case preamble, delimiter, header, content, epilogue }

    /// CRLF, two hyphens, and the boundary.
    private let delimiter: [UInt8]
    private let limits: Limits
    private var state = State.preamble
    private var buffer: ByteBuffer
    private var parts = 0

    /// Begins a form.
    public init(boundary: MultipartBoundary, limits: Limits = .standard) {
        delimiter = Array("\r\n--\(boundary)".utf8)
        self.limits = limits
        // The first delimiter need not follow a line end, so one is added before it.
        buffer = ByteBuffer(string: "\r\n")
    }

    /// Takes the next bytes.
    public mutating func feed(_ bytes: ByteBuffer) throws(MultipartError) -> [Event] {
        buffer.writeImmutableBuffer(bytes)
        var events: [Event] = []
        while try step(&events) {}
        if buffer.readableBytes == 0 { buffer.clear() } else { buffer.discardReadBytes() }
        return events
    }

    /// Ends the form. Throws if it is incomplete.
    public func finish() throws(MultipartError) {
        guard state == .epilogue else { throw MultipartError("The form ends in the middle; send it again.") }
    }

    /// - Returns: Whether the buffer may contain another event.
    private mutating func step(_ events: inout [Event]) throws(MultipartError) -> Bool {
        switch state {
        case .preamble:
            guard let (length, isFound) = before(), isFound else {
                if buffer.readableBytes > limits.preamble {
                    throw MultipartError("The form does not begin with a part; check its boundary.")
                }
                return false
            }
            buffer.moveReaderIndex(forwardBy: length + delimiter.count)
            state = .delimiter
        case .content:
            guard let (length, isFound) = before() else { return false }
            if length > 0, let content = buffer.readSlice(length: length) { events.append(.content(content)) }
            guard isFound else { return false }
            buffer.moveReaderIndex(forwardBy: delimiter.count)
            events.append(.endOfPart)
            state = .delimiter
        case .delimiter: return try endOfDelimiter()
        case .header: return try header(&events)
        case .epilogue:
            buffer.moveReaderIndex(to: buffer.writerIndex)
            return false
        }
        return true
    }

    /// How many bytes come before the delimiter, or before what may be the beginning of one; `nil` if that is not certain of any.
    private func before() -> (length: Int, isFound: Bool)? {
        buffer.withUnsafeReadableBytes { bytes in
            var start = 0
            while let place = bytes[start...].firstIndex(of: delimiter[0]) {
                let rest = bytes[place...].prefix(delimiter.count)
                if rest.elementsEqual(delimiter.prefix(rest.count)) {
                    if rest.count == delimiter.count { return (place, true) }
                    return place > 0 ? (place, false) : nil
                }
                start = place + 1
            }
            return bytes.isEmpty ? nil : (bytes.count, false)
        }
    }

    /// Reads what follows a boundary: two hyphens after the last part; otherwise optional spaces and the end of the line.
    private mutating func endOfDelimiter() throws(MultipartError) -> Bool {
        let bytes = buffer.readableBytesView
        guard bytes.count >= 2 else { return false }
        if bytes.starts(with: "--".utf8) {
            state = .epilogue
            return true
        }
        let rest = bytes.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard rest.count >= 2 else {
            if bytes.count > limits.header { throw MultipartError("A line of the form is too long.") }
            return false
        }
        guard rest.starts(with: "\r\n".utf8) else {
            throw MultipartError("The contents of the form contain its boundary; send it again.")
        }
        parts += 1
        guard parts <= limits.parts else { throw MultipartError("The form has more than \(limits.parts) parts.") }
        // The line's end stays: with it, a header without fields ends like any other.
        buffer.moveReaderIndex(forwardBy: bytes.count - rest.count)
        state = .header
        return true
    }

    private mutating func header(_ events: inout [Event]) throws(MultipartError) -> Bool {
        let end = Array("\r\n\r\n".utf8)
        let bytes = buffer.readableBytesView
        let scanned = bytes.prefix(limits.header + end.count)
        guard let place = scanned.indices.first(where: { scanned[$0] == end[0] && scanned[$0...].starts(with: end) })
        else {
            guard scanned.count < limits.header + end.count else {
                throw MultipartError("The header of a form part is longer than \(limits.header) bytes.")
            }
            return false
        }
        let length = place - bytes.startIndex
        let header = try MultipartHeader(bytes.prefix(length).dropFirst(length == 0 ? 0 : 2))
        buffer.moveReaderIndex(forwardBy: length + end.count)
        events.append(.part(header))
        state = .content
        return true
    }
}

/// The text that separates the parts of a form (RFC 2046, section 5.1.1): 1 to 70 characters, not ending with a space.
public struct MultipartBoundary: Hashable, Sendable, CustomStringConvertible {
    /// The text itself.
    public let description: String

    /// Takes the boundary from the `Content-Type` of a form; `nil` if that is another type or names no boundary.
    public init?(contentType: String) {
        let value = ParameterizedValue(contentType)
        guard value.value == "multipart/form-data", let boundary = value["boundary"] else { return nil }
        self.init(boundary)
    }

    /// Takes the boundary itself.
    public init?(_ text: String) {
        guard 1...70 ~= text.utf8.count, text.utf8.last != UInt8(ascii: " "), text.utf8.allSatisfy(Self.isAllowed)
        else {
            return nil
        }
        description = text
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "'()+_,-./:=? ".utf8.contains(byte)
        }
    }
}

/// Why a form cannot be read, as a sentence.
public struct MultipartError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text itself.
    public let description: String

    /// Takes the sentence.
    public init(_ description: String) { self.description = description }
}
