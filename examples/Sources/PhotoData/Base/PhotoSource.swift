/// Bytes that can be read repeatedly and in any order: a file, an array, a ``PublishingCopy``.
public protocol PhotoSource: Sendable {
    /// How many bytes there are.
    var count: Int { get }

    /// Up to `length` bytes from `offset` on; fewer only at the end.
    ///
    /// - Throws: ``PhotoError`` with the code ``PhotoError/Code/inputOutput`` if they can't be read.
    func bytes(at offset: Int, length: Int) throws(PhotoError) -> [UInt8]
}

/// A photo in memory.
public struct PhotoBytes: PhotoSource {
    private let contents: [UInt8]

    /// Takes these bytes.
    public init(_ contents: [UInt8]) { self.contents = contents }

    /// How many bytes there are.
    public var count: Int { contents.count }

    /// Up to `length` bytes from `offset` on; fewer only at the end.
    public func bytes(at offset: Int, length: Int) -> [UInt8] {
        guard offset >= 0, offset < contents.count, length > 0 else { return [] }
        return Array(contents[offset..<(offset + min(length, contents.count - offset))])
    }
}
