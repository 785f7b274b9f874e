/// The checksum of PNG's chunks: ISO 3309, polynomial 0xEDB88320 reflected.
package enum CRC32 {
    /// Eight tables of 256 numbers: what each byte adds if 0 to 7 further bytes follow. With them, eight bytes are taken at once,
    /// which is several times as fast as one after the other (Kounavis and Berry, 2005).
    private static let tables: [UInt32] = {
        var tables: [UInt32] = []
        tables.reserveCapacity(8 * 256)
        for byte in 0..<256 as Range<UInt32> {
            var value = byte
            for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
            tables.append(value)
        }
        for index in 256..<8 * 256 {
            let before = tables[index - 256]
            tables.append(tables[Int(before & 0xFF)] ^ (before >> 8))
        }
        return tables
    }()

    package static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.withUnsafeBytes { bytes in
            tables.withUnsafeBufferPointer { tables in
                var sum = ~UInt32(0)
                var position = 0
                while bytes.count - position >= 8 {
                    let next = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                    let block = UInt64(littleEndian: next) ^ UInt64(sum)
                    func part(_ byte: UInt64) -> UInt32 {
                        tables[Int(truncatingIfNeeded: (7 &- byte) &<< 8 | (block &>> (8 &* byte)) & 0xFF)]
                    }
                    sum = part(0) ^ part(1) ^ part(2) ^ part(3)
                    sum ^= part(4) ^ part(5) ^ part(6) ^ part(7)
                    position &+= 8
                }
                for byte in bytes[position...] { sum = tables[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
                return ~sum
            }
        }
    }
}
