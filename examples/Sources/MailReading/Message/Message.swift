/// A message, or a part of one: a header and a body (RFC 5322, 2.1, and RFC 2046, 5.1).
public struct Message: Sendable {
    /// The fields that describe it.
    public let header: Header
    private let body: ArraySlice<UInt8>

    /// Parses any bytes. Malformed parts count as text.
    public init(parsing bytes: ArraySlice<UInt8>) {
        var rest = bytes
        header = Header(takingFrom: &rest)
        body = rest
    }

    /// The type and subtype that the message claims, such as `text/html`.
    public var mediaType: String { header.contentType.mediaType }

    /// The first plain text that isn't an attachment, with LF at the end of each line; nil if there is none.
    public var plainText: String? { plainText(depth: 16) }

    /// Goes no deeper than `depth` levels, since each level costs another pass over its contents. Mail programs nest less.
    private func plainText(depth: Int) -> String? {
        let type = header.contentType
        if type.mediaType == "text/plain" {
            return type.charset.decode(header.transferEncoding.decode(body)).withoutCarriageReturns
        }
        guard depth > 0, let boundary = type.boundary else { return nil }
        for part in parts(between: boundary) where !part.header.isAttachment {
            if let text = part.plainText(depth: depth - 1) { return text }
        }
        return nil
    }

    /// The parts of a multipart body. The last part may lack its closing line.
    private func parts(between boundary: String) -> [Message] {
        let delimiter = Array("--\(boundary)".utf8)
        var parts: [Message] = []
        var partStart: Int?
        var rest = body
        while !rest.isEmpty {
            let lineStart = rest.startIndex
            let line = rest.takeLine()
            guard line.starts(with: delimiter) else { continue }
            let isLast = line.dropFirst(delimiter.count).starts(with: "--".utf8)
            guard line.dropFirst(delimiter.count + (isLast ? 2 : 0)).allSatisfy(\.isBlank) else { continue }
            if let partStart { parts.append(Message(parsing: body[partStart..<lineStart].withoutLastLineEnd)) }
            if isLast { return parts }
            partStart = rest.startIndex
        }
        if let partStart { parts.append(Message(parsing: body[partStart...])) }
        return parts
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without the line end before a delimiter, which belongs to the delimiter (RFC 2046, 5.1.1).
    fileprivate var withoutLastLineEnd: ArraySlice<UInt8> {
        guard last == UInt8(ascii: "\n") else { return self }
        let line = dropLast()
        return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
}

extension String {
    fileprivate var withoutCarriageReturns: String {
        String(map { $0 == "\r\n" ? "\n" : $0 })
    }
}
