/// Reads numbers from bytes, in either byte order and never beyond their end.
struct BinaryView {
    let bytes: ArraySlice<UInt8>
    let isBigEndian: Bool

    init(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool = true) {
        self.bytes = bytes
        self.isBigEndian = isBigEndian
    }

    /// The number at an offset; `nil` if the bytes end before it does.
    func number<Number: FixedWidthInteger & UnsignedInteger>(_ type: Number.Type, at offset: Int) -> Number? {
        guard let part = part(at: offset, count: MemoryLayout<Number>.size) else { return nil }
        return isBigEndian
            ? part.reduce(0) { $0 << 8 | Number($1) } : part.reversed().reduce(0) { $0 << 8 | Number($1) }
    }

    /// `count` bytes from an offset on; `nil` if there are fewer.
    func part(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
        return bytes.dropFirst(offset).prefix(count)
    }
}
