import Foundation
public import HTTPTypes

/// The answer to a GET or HEAD request for a blob (RFC 9110, sections 13 and 14): all of it, parts of it, that the client already
/// has it, or that there is no such part.
public struct BlobAnswer: Sendable {
    /// The bytes to send, piece by piece.
    public enum Piece: Hashable, Sendable {
        case text(String)
        case bytes(Range<UInt64>)

        /// In bytes.
        public var count: UInt64 {
            switch self {
            case .text(let text): UInt64(text.utf8.count)
            case .bytes(let range): range.upperBound - range.lowerBound
            }
        }
    }

    /// 200, 206, 304 or 416.
    public let status: HTTPResponse.Status
    /// All headers of the answer.
    public let headers: HTTPFields
    /// The body; none if there is nothing to send.
    public let pieces: [Piece]
    /// The size of the body in bytes.
    public let count: Int

    /// Whether it includes the beginning of the blob.
    public var isFromStart: Bool {
        pieces.contains { if case .bytes(let range) = $0 { range.lowerBound == 0 } else { false } }
    }

    /// - Parameters:
    ///   - size: Of the blob, in bytes.
    ///   - type: The media type.
    ///   - fileName: The name under which clients save it.
    public init(to request: HTTPRequest, hash: BlobDigest, size: UInt64, type: String, fileName: String) throws {
        let tag = EntityTag(hash)
        let digest = Data(hash.bytes).base64EncodedString()
        var headers: HTTPFields = [
            .eTag: "\(tag)", .acceptRanges: "bytes", .cacheControl: "private, no-cache",
            .vary: "Authorization, Cookie", .xContentTypeOptions: "nosniff",
        ]
        let fields = request.headerFields
        if let names = fields[.ifMatch], !tag.isNamed(in: names, weakly: false) {
            throw ServiceError(.preconditionFailed, "The file is not the requested one; download it again.")
        }
        if let names = fields[.ifNoneMatch], tag.isNamed(in: names, weakly: true) {
            // The length that a 200 would have (RFC 9110, section 8.6).
            headers[.contentLength] = "\(size)"
            (status, self.headers, pieces, count) = (.notModified, headers, [], 0)
            return
        }
        headers[.reprDigest] = "sha-256=:\(digest):"
        headers[.contentType] = type
        headers[.contentDisposition] = "\(ContentDisposition(attachment: fileName))"
        switch Self.ranges(in: request, tag: tag, size: size) {
        case .whole:
            (status, pieces) = (.ok, size == 0 ? [] : [.bytes(0..<size)])
        case .parts(let parts) where parts.count == 1:
            headers[.contentRange] = Self.contentRange(parts[0], size)
            (status, pieces) = (.partialContent, [.bytes(parts[0])])
        case .parts(let parts):
            let boundary = String(UInt64.random(in: 0 ... .max), radix: 36)
            headers[.contentType] = "multipart/byteranges; boundary=\(boundary)"
            let heads = parts.map { part in
                Piece.text(
                    "\r\n--\(boundary)\r\nContent-Type: \(type)\r\nContent-Range: \(Self.contentRange(part, size))\r\n\r\n"
                )
            }
            pieces = zip(heads, parts).flatMap { [$0, .bytes($1)] } + [.text("\r\n--\(boundary)--\r\n")]
            status = .partialContent
        case .unsatisfiable:
            for name in [.reprDigest, .contentType, .contentDisposition] as [HTTPField.Name] { headers[name] = nil }
            headers[.contentRange] = "bytes */\(size)"
            (status, pieces) = (.rangeNotSatisfiable, [])
        }
        count = Int(clamping: pieces.reduce(0) { $0 + $1.count })
        headers[.contentLength] = "\(count)"
        self.headers = headers
    }

    private static func contentRange(_ part: Range<UInt64>, _ size: UInt64) -> String {
        "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"
    }

    /// Ranges are defined for GET only.
    private static func ranges(in request: HTTPRequest, tag: EntityTag, size: UInt64) -> ByteRanges {
        guard request.method == .get, let header = request.headerFields[.range] else { return .whole }
        if let condition = request.headerFields[.ifRange], !tag.isSame(as: condition) { return .whole }
        return ByteRanges(header, size: size)
    }
}

extension HTTPField.Name {
    /// RFC 9530.
    package static let reprDigest = Self("Repr-Digest")!
}
