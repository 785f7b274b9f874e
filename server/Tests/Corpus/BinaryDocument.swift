/// A binary property list that a test puts together, with any false values.
package struct BinaryDocument {
    package var header = Array("bplist00".utf8)
    package var objects: [[UInt8]]
    package var offsetSize = 1
    package var referenceSize = 1
    /// False values in the trailer.
    package var objectCount: UInt64?
    package var topObject: UInt64 = 0
    package var tableStart: UInt64?
    /// False offsets in the table.
    package var offsets: [Int: UInt64] = [:]
    /// Bytes between the table and the trailer.
    package var gap: [UInt8] = []

    package init(_ objects: [UInt8]...) { self.objects = objects }

    package init(_ objects: [[UInt8]], offsetSize: Int, referenceSize: Int) {
        self.objects = objects
        self.offsetSize = offsetSize
        self.referenceSize = referenceSize
    }

    package func with(_ change: (inout BinaryDocument) -> Void) -> BinaryDocument {
        var copy = self
        change(&copy)
        return copy
    }

    package var bytes: [UInt8] {
        var result = header
        var table: [UInt8] = []
        for (index, object) in objects.enumerated() {
            table += Self.number(offsets[index] ?? UInt64(result.count), offsetSize)
            result += object
        }
        let start = UInt64(result.count)
        result += table + gap + [0, 0, 0, 0, 0, 0, UInt8(truncatingIfNeeded: offsetSize)]
        result += [UInt8(truncatingIfNeeded: referenceSize)]
        result += Self.number(objectCount ?? UInt64(objects.count), 8) + Self.number(topObject, 8)
        return result + Self.number(tableStart ?? start, 8)
    }

    /// An object with a size, such as a text (5) or an array (10).
    package static func object(_ kind: UInt8, count: Int, _ content: [UInt8]) -> [UInt8] {
        (count < 15 ? [kind << 4 | UInt8(count)] : [kind << 4 | 15, 0x12] + number(UInt64(count), 4)) + content
    }

    package static func text(_ text: String) -> [UInt8] { object(5, count: text.utf8.count, Array(text.utf8)) }

    package static func utf16(_ text: String) -> [UInt8] {
        let units = Array(text.utf16)
        return object(6, count: units.count, units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    }

    /// A big-endian number.
    package static func number(_ value: UInt64, _ size: Int) -> [UInt8] {
        (0..<max(0, size)).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) : 0 }
    }
}
