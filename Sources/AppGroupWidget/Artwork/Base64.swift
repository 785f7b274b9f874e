/// The Base64 encoding of RFC 4648, section 4, with padding and without line breaks.
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    package static func encoded(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { buffer in
            var end = 0
            for start in stride(from: 0, to: bytes.count, by: 3) {
                let count = min(3, bytes.count - start)
                let group = (0..<3).reduce(UInt32(0)) { $0 << 8 | ($1 < count ? UInt32(bytes[start + $1]) : 0) }
                for place in 0..<4 {
                    buffer[end] =
                        place <= count ? alphabet[Int(group >> UInt32(18 - 6 * place) & 63)] : UInt8(ascii: "=")
                    end += 1
                }
            }
            return end
        }
    }
}
