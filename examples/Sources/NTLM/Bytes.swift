extension [UInt8] {
    /// Appends a number, its lowest byte first.
    mutating func append<Number: FixedWidthInteger>(littleEndian number: Number) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    /// The number at an offset, its lowest byte first. All of its bytes must exist.
    func littleEndian<Number: FixedWidthInteger & UnsignedInteger>(at offset: Int, as type: Number.Type) -> Number {
        (0..<Number.bitWidth / 8).reduce(0) { $0 | Number(self[offset + $1]) << ($1 * 8) }
    }

    /// A text in UTF-16, the lower byte of each unit first.
    init(utf16 text: String) {
        self = []
        for unit in text.utf16 { append(littleEndian: unit) }
    }
}
