/// Writes numbers one after the other, and at last their checksum.
struct StateWriter {
    private var bytes: [UInt8] = []

    mutating func append(_ words: [UInt64]) { for word in words { append(word) } }

    mutating func append(_ doubles: [Double]) { for double in doubles { append(double.bitPattern) } }

    mutating func append(_ shorts: [UInt16]) { for short in shorts { append(short) } }

    /// What was written, and the CRC-32 of it.
    var sealed: [UInt8] {
        var result = self
        result.append(CRC32.checksum(bytes[...]))
        return result.bytes
    }

    private mutating func append(_ number: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}
