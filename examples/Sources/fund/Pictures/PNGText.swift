/// The texts in a PNG image (W3C, Portable Network Graphics, third edition, 11.3.3.2).
enum PNGText {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Where the chunk `IHDR`, which comes first, ends.
    private static let headerEnd = 33

    /// The image with texts after its header; nil if it is no PNG.
    static func adding(_ texts: [(key: String, value: String)], to image: [UInt8]) -> [UInt8]? {
        guard image.count > headerEnd, image.starts(with: signature) else { return nil }
        let chunks = texts.flatMap { text in
            chunk(Array("tEXt".utf8) + Array(text.key.utf8) + [0] + Array(text.value.utf8))
        }
        return Array(image[..<headerEnd]) + chunks + image[headerEnd...]
    }

    /// Whether the beginning of an image holds a text, among the first chunks.
    static func has(_ key: String, _ value: String, in image: [UInt8]) -> Bool {
        var place = 8
        while place + 12 <= image.count {
            let length = image[place..<(place + 4)].reduce(Int(0)) { $0 << 8 | Int($1) }
            let end = place + 8 + length
            guard end + 4 <= image.count else { return false }
            if Array(image[(place + 4)..<end]) == Array("tEXt\(key)\0\(value)".utf8) { return true }
            place = end + 4
        }
        return false
    }

    /// A chunk: the length of its data, its type and data, and their checksum.
    private static func chunk(_ content: [UInt8]) -> [UInt8] {
        bigEndian(UInt32(content.count - 4)) + content + bigEndian(checksum(content))
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

    /// CRC-32 (ISO 3309).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : (sum >> 1) ^ 0xEDB8_8320 }
        }
        return ~sum
    }
}
