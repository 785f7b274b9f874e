/// Bytes that can be read again from any place: a file, perhaps one that is still being written, or an array.
public protocol PDFSource {
    /// How many bytes there are by now. It may grow, and never shrinks.
    var count: Int { get }

    /// The bytes from `offset` on: `length` of them, or as many as there are.
    /// - Throws: ``PDFError`` with the code ``PDFError/Code/inputOutput`` where they cannot be read.
    func bytes(at offset: Int, length: Int) throws -> [UInt8]
}

/// Bytes in memory, which may be appended to.
public final class PDFBytes: PDFSource {
    private var contents: [UInt8]

    /// Starts with these bytes.
    public init(_ contents: [UInt8] = []) { self.contents = contents }

    /// Adds what has arrived.
    public func append(_ bytes: some Collection<UInt8>) { contents.append(contentsOf: bytes) }

    /// How many bytes there are by now.
    public var count: Int { contents.count }

    /// The bytes from `offset` on: `length` of them, or as many as there are.
    public func bytes(at offset: Int, length: Int) -> [UInt8] {
        guard offset >= 0, offset < contents.count, length > 0 else { return [] }
        return Array(contents[offset..<min(contents.count, offset + min(length, contents.count))])
    }
}
