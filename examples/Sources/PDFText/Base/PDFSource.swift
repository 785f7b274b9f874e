/// Bytes that can be read repeatedly and in any order: a file, which may still be growing, or an array.
public protocol PDFSource {
    /// How many bytes there are now. The number may grow, but never shrinks.
    var count: Int { get }

    /// Up to `length` bytes from `offset` on; fewer only at the end.
    ///
    /// - Throws: ``PDFError`` with the code ``PDFError/Code/inputOutput`` if they can't be read.
    func bytes(at offset: Int, length: Int) throws -> [UInt8]
}

/// The bytes of another source, from an offset on.
struct ShiftedSource: PDFSource {
    let source: any PDFSource
    let start: Int

    var count: Int { max(0, source.count - start) }

    func bytes(at offset: Int, length: Int) throws -> [UInt8] {
        guard offset >= 0, offset < count else { return [] }
        return try source.bytes(at: start + offset, length: length)
    }
}

/// Bytes in memory. More may be appended.
public final class PDFBytes: PDFSource {
    private var contents: [UInt8]

    /// Starts with these bytes.
    public init(_ contents: [UInt8] = []) { self.contents = contents }

    /// Appends bytes that have arrived.
    public func append(_ bytes: some Collection<UInt8>) { contents.append(contentsOf: bytes) }

    /// How many bytes there are now.
    public var count: Int { contents.count }

    /// Up to `length` bytes from `offset` on; fewer only at the end.
    public func bytes(at offset: Int, length: Int) -> [UInt8] {
        guard offset >= 0, offset < contents.count, length > 0 else { return [] }
        return Array(contents[offset..<min(contents.count, offset + min(length, contents.count))])
    }
}
