/// Small real images.
package enum ExampleImage {
    /// One red pixel, 69 bytes, written with Python's `zlib` and `struct`.
    package static let png: [UInt8] = bytes(
        "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc0000003010100c9fe92ef"
            + "0000000049454e44ae426082")

    /// One blue square.
    package static let svg = Array(
        #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="blue"/></svg>"#
            .utf8)

    /// An image whose header says that size, with checksums that are right. It has too few pixels, which nobody counts who
    /// does not draw it.
    package static func png(width: UInt32, height: UInt32) -> [UInt8] {
        func number(_ value: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
            ~bytes.reduce(~0) { sum, byte in
                (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
            }
        }
        var bytes = png
        bytes.replaceSubrange(16..<24, with: number(width) + number(height))
        bytes.replaceSubrange(29..<33, with: number(checksum(bytes[12..<29])))
        return bytes
    }

    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = Array(hexadecimal.utf8)
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
        }
    }
}
