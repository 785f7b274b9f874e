/// The chunks of a PNG (W3C, PNG Third Edition, section 5), one after the other.
struct PNGChunks {
    /// A chunk with its length, type, data and checksum.
    struct Chunk {
        /// Four letters, such as `IHDR`.
        var type: String
        var whole: Range<Int>
        var data: Range<Int>
    }

    private var reader: PhotoReader
    private var place = 8

    init(_ reader: PhotoReader) { self.reader = reader }

    /// The next chunk; nil at the end of the file, even if it is cut off.
    mutating func next() throws(PhotoError) -> Chunk? {
        try reader.countPart(of: .png)
        guard let head = try reader.bytes(at: place, length: 8), let length = head.number(at: 0, bytes: 4),
            head[4...].allSatisfy({ 0x41...0x5A ~= $0 & 0xDF }), length <= reader.count - place - 12
        else { return nil }
        let start = place
        place += 12 + length
        return Chunk(
            type: String(decoding: head[4...], as: UTF8.self), whole: start..<place,
            data: (start + 8)..<(start + 8 + length))
    }

    /// The first bytes of a chunk's data.
    mutating func data(of chunk: Chunk, limit: Int) throws(PhotoError) -> [UInt8] {
        try reader.bytes(at: chunk.data.lowerBound, length: min(limit, chunk.data.count)) ?? []
    }

    /// The size in the first chunk, which must be `IHDR`.
    mutating func size() throws(PhotoError) -> PhotoSize {
        guard let chunk = try next(), chunk.type == "IHDR" else {
            throw .damaged(.png, "it does not begin with the header IHDR")
        }
        let data = try data(of: chunk, limit: 8)
        guard let width = data.number(at: 0, bytes: 4), let height = data.number(at: 4, bytes: 4),
            let size = PhotoSize(width: width, height: height)
        else { throw .damaged(.png, "its header has no size") }
        return size
    }

    /// A chunk with its checksum.
    static func chunk(_ type: StaticString, _ data: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(data.count, bytes: 4)
        bytes += type.withUTF8Buffer { Array($0) } + data
        bytes.append(Int(checksum(bytes[4...])), bytes: 4)
        return bytes
    }

    /// CRC-32 as in ISO/IEC 3309, bit by bit: only chunks of a few bytes are written.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var checksum: UInt32 = .max
        for byte in bytes {
            checksum ^= UInt32(byte)
            for _ in 0..<8 { checksum = checksum & 1 == 0 ? checksum >> 1 : checksum >> 1 ^ 0xEDB8_8320 }
        }
        return ~checksum
    }
}
