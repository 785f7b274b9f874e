/// A list of objects in a CFF font (Adobe Technical Note 5176, 5).
struct CFFIndex {
    /// How many objects there are.
    let count: Int
    /// The offset of the bytes that follow the list.
    let end: Int
    private let bytes: FontBytes
    private let offsetSize: Int
    private let firstOffset: Int

    /// - Returns: nil if there is no such list at this offset.
    init?(_ bytes: FontBytes, at start: Int) {
        guard let count = bytes.short(start) else { return nil }
        self.bytes = bytes
        self.count = count
        firstOffset = start + 3
        guard count > 0 else {
            (offsetSize, end) = (0, start + 2)
            return
        }
        guard let size = bytes.byte(start + 2), (1...4).contains(size),
            let last = bytes.number(firstOffset + count * size, size: size), last > 0
        else { return nil }
        offsetSize = size
        end = firstOffset + (count + 1) * size + last - 1
    }

    /// The object at an index; nil if there is none.
    func object(_ index: Int) -> FontBytes? {
        guard index >= 0, index < count,
            let first = bytes.number(firstOffset + index * offsetSize, size: offsetSize),
            let last = bytes.number(firstOffset + (index + 1) * offsetSize, size: offsetSize), first > 0, last >= first
        else { return nil }
        return bytes.part(from: firstOffset + (count + 1) * offsetSize + first - 1, length: last - first)
    }
}

/// The values of a CFF dictionary by their operators (Adobe Technical Note 5176, 4). An operator of two bytes, 12 and a second
/// one, has the number 1200 plus the second.
struct CFFDictionary {
    private var values: [Int: [Int]] = [:]

    init(_ bytes: FontBytes) {
        var operands: [Int] = []
        var index = 0
        while let first = bytes.byte(index) {
            index += 1
            switch first {
            case 0...21:
                let key = first == 12 ? 1200 + (bytes.byte(index) ?? 0) : first
                if first == 12 { index += 1 }
                values[key] = operands
                operands = []
            case 28:
                operands.append(Int(Int16(truncatingIfNeeded: bytes.short(index) ?? 0)))
                index += 2
            case 29:
                operands.append(Int(Int32(truncatingIfNeeded: bytes.long(index) ?? 0)))
                index += 4
            case 30:
                // A real number: two digits in each byte until a digit is 15. No value that is needed here is one.
                while let digits = bytes.byte(index), digits & 15 != 15, digits >> 4 != 15 { index += 1 }
                index += 1
                operands.append(0)
            case 32...246: operands.append(first - 139)
            case 247...250:
                operands.append((first - 247) * 256 + (bytes.byte(index) ?? 0) + 108)
                index += 1
            case 251...254:
                operands.append(-(first - 251) * 256 - (bytes.byte(index) ?? 0) - 108)
                index += 1
            default: break
            }
            // No operator has more.
            if operands.count > 48 { operands = [] }
        }
    }

    /// Whether the dictionary contains an operator.
    func contains(_ key: Int) -> Bool { values[key] != nil }

    /// The first operand of an operator.
    subscript(key: Int) -> Int? { values[key]?.first }
}
