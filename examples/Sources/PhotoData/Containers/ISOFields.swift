/// The fields of a box, one after the other.
struct ISOFields {
    private let bytes: [UInt8]

    /// The bytes that have not been read yet.
    private(set) var rest: Range<Int>

    init(_ box: ISOBox, of bytes: [UInt8]) { (self.bytes, rest) = (bytes, box.content) }

    /// The next number; 0 if it has no bytes. Nil if the box ends within it.
    mutating func number(_ length: Int) -> Int? {
        guard length <= min(8, rest.count), let number = bytes.number(at: rest.lowerBound, bytes: length) else {
            return nil
        }
        rest = (rest.lowerBound + length)..<rest.upperBound
        return number
    }

    /// The next characters.
    mutating func text(_ length: Int) -> String? {
        guard length <= rest.count else { return nil }
        defer { rest = (rest.lowerBound + length)..<rest.upperBound }
        return String(decoding: bytes[rest.lowerBound..<(rest.lowerBound + length)], as: UTF8.self)
    }

    /// The version at the beginning of a box that has one, without its flags.
    mutating func version() -> Int? { number(4).map { $0 >> 24 } }
}
