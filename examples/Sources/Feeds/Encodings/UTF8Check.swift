/// How much of some bytes is UTF-8.
struct UTF8Check {
    /// Characters of two bytes or more.
    private(set) var longCharacters = 0

    /// Bytes that belong to no character.
    private(set) var strayBytes = 0

    /// Whether the bytes end in the middle of a character.
    private(set) var isCutOff = false

    var isValid: Bool { strayBytes == 0 && !isCutOff }

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        let raw = UnsafeRawBufferPointer(bytes)
        var index = 0
        while index < bytes.count {
            // Most text is ASCII, and there is much of it.
            while index + 8 <= bytes.count,
                raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
            {
                index += 8
            }
            guard index < bytes.count else { return }
            if bytes[index] < 0x80 {
                index += 1
                continue
            }
            let length = Self.length(bytes, at: index)
            if length > 0 {
                longCharacters += 1
                index += length
            } else if length < 0 {
                isCutOff = true
                return
            } else {
                strayBytes += 1
                index += 1
            }
        }
    }

    /// The length of the character at a position (Unicode 17.0, table 3-7): 0 if there is none, and -1 if the bytes end in it.
    private static func length(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let first = bytes[index]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return 0
        }
        for offset in 1..<length {
            guard index + offset < bytes.count else { return -1 }
            guard (offset == 1 ? second : 0x80...0xBF).contains(bytes[index + offset]) else { return 0 }
        }
        return length
    }
}
