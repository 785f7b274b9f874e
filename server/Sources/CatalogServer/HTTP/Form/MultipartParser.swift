import NIOCore

/// Takes a form of type `multipart/form-data` (RFC 7578) apart while it arrives, by the rules of RFC 2046, section 5.1.
///
/// What it holds is never more than a part's header, which is bounded, and a delimiter's length of what came last; contents
/// are passed on as they come. A form that ends early, or that no browser would write, is an error.
struct MultipartParser {
    /// What was found, in its order: a part's header, then its contents in pieces, then its end.
    enum Event: Hashable, Sendable {
        case part(MultipartHeader)
        case content(ByteBuffer)
        case endOfPart
    }

    /// What is more than any form has.
    struct Limits: Sendable {
        var parts = 32
        /// Bytes of a part's header.
        var header = 8 << 10
        /// Bytes before the first part.
        var preamble = 8 << 10

        static let standard = Limits()
    }

    private enum State { case preamble, delimiter, header, content, epilogue }

    /// CRLF, two hyphens, and the boundary.
    private let delimiter: [UInt8]
    private let limits: Limits
    private var state = State.preamble
    private var buffer: ByteBuffer
    private var parts = 0

    /// - Parameter boundary: Without quotation marks; see ``MultipartBoundary``.
    init(boundary: MultipartBoundary, limits: Limits = .standard) {
        delimiter = Array("\r\n--\(boundary)".utf8)
        self.limits = limits
        // The first delimiter need not follow a line, so one is put before it.
        buffer = ByteBuffer(string: "\r\n")
    }

    /// Takes the next bytes.
    mutating func feed(_ bytes: ByteBuffer) throws(MultipartError) -> [Event] {
        buffer.writeImmutableBuffer(bytes)
        var events: [Event] = []
        while try step(&events) {}
        if buffer.readableBytes == 0 { buffer.clear() } else { buffer.discardReadBytes() }
        return events
    }

    /// Says that there are no more bytes.
    func finish() throws(MultipartError) {
        guard state == .epilogue else { throw MultipartError("The form ends in the middle; send it again.") }
    }

    /// - Returns: Whether there may be more to find in what is held.
    private mutating func step(_ events: inout [Event]) throws(MultipartError) -> Bool {
        switch state {
        case .preamble:
            guard let (length, isFound) = before(), isFound else {
                if buffer.readableBytes > limits.preamble {
                    throw MultipartError("The form has no part where one should begin; look at its boundary.")
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

    /// How many bytes come before the delimiter, or before what may be the beginning of one; `nil` where none are certain.
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

    /// What follows a boundary: two hyphens after the last part; else spaces and the end of the line.
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
            throw MultipartError("The form's boundary occurs in its contents; send it again.")
        }
        parts += 1
        guard parts <= limits.parts else { throw MultipartError("The form has more than \(limits.parts) parts.") }
        // The line's end is kept: with it a header without fields ends like any other.
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
                throw MultipartError("The header of a part of the form is longer than \(limits.header) bytes.")
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
