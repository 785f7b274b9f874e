/// Recognizes bytes that are the same as before. A feed that collides with its earlier bytes harms only itself.
enum FeedChecksum {
    /// A variant of FNV-1a with 64 bits (RFC 9923), over words of eight bytes.
    static func of(_ bytes: [UInt8]) -> Int64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func mix(_ word: UInt64) {
            hash = (hash ^ word) &* 0x100_0000_01B3
            hash ^= hash >> 29
        }
        bytes.withUnsafeBytes { buffer in
            let whole = buffer.count / 8 * 8
            for offset in stride(from: 0, to: whole, by: 8) {
                mix(UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            }
            for byte in buffer[whole...] { mix(UInt64(byte)) }
        }
        mix(UInt64(bytes.count))
        return Int64(bitPattern: hash)
    }
}
