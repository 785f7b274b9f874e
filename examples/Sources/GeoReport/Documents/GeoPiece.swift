/// One report as it is written, to be part of several documents without being written again.
public struct GeoPiece: Hashable, Sendable {
    /// The format of the document: XML or JSON.
    public let format: GeoFormat

    /// The element in XML, the object in JSON.
    public let bytes: [UInt8]

    /// Writes a report.
    public init(_ request: GeoRequest, as format: GeoFormat) {
        self.format = format
        let document = GeoDocument.write(CollectionOfOne(request), as: format)
        let frame = Self.frame(format)
        bytes = Array(document[frame.head.count..<document.count - frame.tail.count])
    }

    /// The beginning and the end of a document, around its reports.
    fileprivate static func frame(_ format: GeoFormat) -> (head: [UInt8], tail: [UInt8]) {
        switch format {
        case .xml: (Array((GeoWriter.declaration + "<service_requests>").utf8), Array("</service_requests>\n".utf8))
        case .json: (Array("[".utf8), Array("]\n".utf8))
        }
    }
}

extension GeoDocument {
    /// The same document as ``write(_:as:)`` makes of the reports.
    /// - Parameter pieces: In this format.
    public static func join(_ pieces: [GeoPiece], as format: GeoFormat) -> [UInt8] {
        var (document, tail) = GeoPiece.frame(format)
        document.reserveCapacity(pieces.reduce(64) { $0 + $1.bytes.count + 1 })
        for (index, piece) in pieces.enumerated() {
            if format == .json, index > 0 { document.append(UInt8(ascii: ",")) }
            document += piece.bytes
        }
        document += tail
        return document
    }
}
