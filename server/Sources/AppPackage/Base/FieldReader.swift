/// Takes little-endian numbers off the front of some bytes, as zip archives contain them. An incomplete number is zero, so pass
/// as many bytes as the fields have.
struct FieldReader {
    private let whole: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) { (whole, position) = (bytes, bytes.startIndex) }

    /// The bytes that have not been taken yet.
    var rest: ArraySlice<UInt8> { whole[position...] }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8> {
        let start = position
        position += min(max(count, 0), whole.endIndex - position)
        return whole[start..<position]
    }

    /// Two bytes.
    mutating func short() -> Int { Int(number(as: UInt16.self)) }

    /// Four bytes.
    mutating func long() -> Int { Int(number(as: UInt32.self)) }

    /// Eight bytes; `nil` if the number is larger than any file.
    mutating func huge() -> Int? { Int(exactly: number(as: UInt64.self)) }

    private mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(as type: Number.Type) -> Number {
        let count = MemoryLayout<Number>.size
        let start = position - whole.startIndex
        guard whole.count - start >= count else {
            position = whole.endIndex
            return 0
        }
        position += count
        return Number(littleEndian: whole.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: type) })
    }
}
