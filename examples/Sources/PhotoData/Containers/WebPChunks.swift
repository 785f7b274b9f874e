/// The chunks of a WebP (RFC 9649, section 2), one after the other.
struct WebPChunks {
    /// A chunk: its type and its data, without padding.
    struct Chunk {
        /// Four characters, such as `VP8 ` or `EXIF`.
        var type: String
        var data: Range<Int>
    }

    private var reader: PhotoReader
    private var place = 12
    private var end = 0

    init(_ reader: PhotoReader) throws(PhotoError) {
        self.reader = reader
        let length = try self.reader.bytes(at: 4, length: 4)?.number(at: 0, bytes: 4, isLittleEndian: true) ?? 0
        end = min(reader.count, 8 + length)
    }

    /// The next chunk; nil at the end of the file, even if it is cut off.
    mutating func next() throws(PhotoError) -> Chunk? {
        try reader.countPart(of: .webp)
        guard place <= end - 8, let head = try reader.bytes(at: place, length: 8),
            let length = head.number(at: 4, bytes: 4, isLittleEndian: true), length <= end - place - 8
        else { return nil }
        let start = place + 8
        place = start + length + length % 2
        return Chunk(type: String(decoding: head[..<4], as: UTF8.self), data: start..<(start + length))
    }

    /// The first bytes of a chunk's data.
    mutating func data(of chunk: Chunk, limit: Int) throws(PhotoError) -> [UInt8] {
        try reader.bytes(at: chunk.data.lowerBound, length: min(limit, chunk.data.count)) ?? []
    }

    /// The size that a chunk says, if it is one of those that do.
    mutating func size(in chunk: Chunk) throws(PhotoError) -> PhotoSize? {
        switch chunk.type {
        case "VP8X":
            let data = try data(of: chunk, limit: 10)
            guard let width = data.number(at: 4, bytes: 3, isLittleEndian: true),
                let height = data.number(at: 7, bytes: 3, isLittleEndian: true)
            else { return nil }
            return PhotoSize(width: width + 1, height: height + 1)
        case "VP8 ":
            // A frame tag of three bytes, a start code, and two sizes of 14 bits (RFC 6386, section 9.1).
            let data = try data(of: chunk, limit: 10)
            guard data.number(at: 3, bytes: 3) == 0x9D012A,
                let width = data.number(at: 6, bytes: 2, isLittleEndian: true),
                let height = data.number(at: 8, bytes: 2, isLittleEndian: true)
            else { return nil }
            return PhotoSize(width: width & 0x3FFF, height: height & 0x3FFF)
        case "VP8L":
            let data = try data(of: chunk, limit: 5)
            guard data.first == 0x2F, let sides = data.number(at: 1, bytes: 4, isLittleEndian: true) else { return nil }
            return PhotoSize(width: sides & 0x3FFF + 1, height: sides >> 14 & 0x3FFF + 1)
        default:
            return nil
        }
    }
}
