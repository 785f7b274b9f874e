import ToolSupport

/// The parts of a message, and what they hold.
public struct MessageTree<Source: MessageSource>: Sendable {
    /// The message itself, and then the parts in it, each before those inside it.
    public let parts: [MessagePart]

    /// Whether there is more than can be shown: more than 10,000 parts, or 8 MiB of headers.
    public let isCut: Bool

    private let source: Source

    /// Finds the parts of a message. Malformed ones count as text.
    public init(_ source: Source) throws(Source.Failure) {
        let scanner = try PartScanner.scan(source)
        (parts, isCut, self.source) = (scanner.parts, scanner.isCut, source)
    }

    /// The header of the message.
    public var header: Header { parts[0].header }

    /// Decodes the body of a part, a piece at a time.
    ///
    /// - Parameters:
    ///   - limit: How many encoded bytes are read at most.
    ///   - receive: Gets the decoded bytes.
    public func decode(
        _ part: MessagePart, limit: Int = .max, to receive: ([UInt8]) throws -> Void
    ) throws {
        var decoder = BodyDecoder(part.hasParts ? .identity : part.header.transferEncoding)
        let end = part.body.lowerBound + min(limit, part.body.count)
        var offset = part.body.lowerBound
        while offset < end {
            let block = try source.bytes(offset..<min(end, offset + (256 << 10)))
            if block.isEmpty { break }
            offset += block.count
            try receive(decoder.decode(block[...]))
        }
        try receive(decoder.finish())
    }

    /// The text of a part with LF at the end of each line.
    ///
    /// - Parameter limit: How many encoded bytes are read at most.
    public func text(of part: MessagePart, limit: Int = .max) throws(Source.Failure) -> String {
        let end = part.body.lowerBound + min(limit, part.body.count)
        let bytes = part.header.transferEncoding.decode(try source.bytes(part.body.lowerBound..<end)[...])
        let charset = part.contentType.namedCharset
        let text = charset?.decode(bytes) ?? RawText.decode(bytes, likely: nil)
        return String(unsafeUninitializedCapacity: text.utf8.count) { buffer in
            var count = 0
            for byte in text.utf8 {
                if byte == UInt8(ascii: "\n"), count > 0, buffer[count - 1] == UInt8(ascii: "\r") { count -= 1 }
                buffer[count] = byte
                count += 1
            }
            return count
        }
    }

    /// The character set that the first part with one names: what raw bytes in headers are likely to be in.
    var likelyCharset: Charset? { parts.lazy.compactMap(\.contentType.namedCharset).first }
}

extension MessageTree {
    /// The places of the parts that a part consists of.
    func places(in place: Int) -> [Int] {
        guard parts[place].hasParts else { return [] }
        return parts.indices[(place + 1)...].prefix { parts[$0].depth > parts[place].depth }
            .filter { parts[$0].parent == place }
    }

    /// Where the part after this one and all those inside it is.
    func end(of place: Int) -> Int {
        parts.indices[(place + 1)...].first { parts[$0].depth <= parts[place].depth } ?? parts.count
    }

    /// The first plain text that isn't an attachment, as it is written; nil if there is none.
    var firstPlainText: MessagePart? {
        var place = 0
        while place < parts.count {
            let part = parts[place]
            if place > 0, part.header.isAttachment || part.contentType.isMessage {
                place = end(of: place)
            } else if part.mediaType == "text/plain" {
                return part
            } else {
                place += 1
            }
        }
        return nil
    }
}
