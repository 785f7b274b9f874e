import CToolSupport

/// Reads headers of a few bytes from a source, which it asks for a little more than that at a time.
struct PhotoReader {
    let source: any PhotoSource

    /// How many bytes there are.
    let count: Int

    private var parts = 0
    private var window: [UInt8] = []
    private var start = 0

    /// Several headers of a JPEG fit into it, and it is much less than the data between those of a PNG.
    private static let windowSize = 512

    init(_ source: some PhotoSource) { (self.source, count) = (source, source.count) }

    /// A photo of 25 MB has at most some thousands of segments or chunks. Millions of empty ones would fit, and a
    /// stranger could keep a server busy with them for seconds.
    private static let mostParts = 50_000

    /// Counts a segment or chunk.
    ///
    /// - Throws: ``PhotoError/Code/damaged`` if there are more than in any honest photo.
    mutating func countPart(of kind: PhotoKind) throws(PhotoError) {
        parts += 1
        guard parts <= Self.mostParts else { throw .damaged(kind, "it consists of too many parts") }
    }

    /// Exactly these bytes; nil if the source ends before them.
    mutating func bytes(at offset: Int, length: Int) throws(PhotoError) -> [UInt8]? {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
        if length > Self.windowSize {
            let bytes = try source.bytes(at: offset, length: length)
            return bytes.count == length ? bytes : nil
        }
        if offset < start || offset + length > start + window.count {
            (window, start) = (try source.bytes(at: offset, length: Self.windowSize), offset)
        }
        guard offset - start + length <= window.count else { return nil }
        return Array(window[(offset - start)..<(offset - start + length)])
    }

    /// The place of the next 0xFF from a place on that begins a marker of JPEG: what follows is neither 0x00, which
    /// says that the 0xFF is data, nor a restart marker. Nil if there is none.
    func markerPlace(from offset: Int) throws(PhotoError) -> Int? {
        var offset = offset
        while offset < count {
            let block = try source.bytes(at: offset, length: 64 << 10)
            guard block.count > 1 else { return nil }
            let found = block.withUnsafeBytes { bytes -> Int? in
                guard let base = bytes.baseAddress else { return nil }
                var place = 0
                while let next = memchr(base + place, 0xFF, bytes.count - 1 - place) {
                    place = base.distance(to: UnsafeRawPointer(next))
                    let following = bytes[place + 1]
                    if following != 0, following != 0xFF, !(0xD0...0xD7 ~= following) { return place }
                    place += 1
                }
                return nil
            }
            if let found { return offset + found }
            // The last byte is looked at again, together with the one after it.
            offset += block.count - 1
        }
        return nil
    }
}
