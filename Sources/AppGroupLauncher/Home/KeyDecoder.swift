/// Makes keys of the bytes that a terminal sends: UTF-8, control characters, and the sequences of ECMA-48 and xterm for keys
/// without a character.
struct KeyDecoder {
    private var rest: [UInt8] = []

    /// No sequence of a key is longer; what goes on beyond that is dropped.
    private static let longestSequence = 32

    /// Whether bytes are waiting that may be a key of their own or the beginning of a sequence. Who types the rest of a
    /// sequence is a terminal, which does so at once.
    var isUndecided: Bool { !rest.isEmpty }

    /// The keys in these bytes, those included that came before and were undecided.
    mutating func keys(in bytes: [UInt8]) -> [Key] {
        rest += bytes
        var keys: [Key] = []
        while let (key, count) = next() {
            rest.removeFirst(count)
            if let key { keys.append(key) }
        }
        return keys
    }

    /// The keys that the undecided bytes are after all, since nothing followed: an Escape alone.
    mutating func keysOfSilence() -> [Key] {
        defer { rest = [] }
        return rest.first == 0x1B ? [.escape] : []
    }

    /// The first key and how many bytes it takes, no key where they mean none; `nil` where more must come first.
    private func next() -> (Key?, Int)? {
        guard let first = rest.first else { return nil }
        switch first {
        case 0x1B: return escapeSequence()
        case 0x0D, 0x0A: return (.enter, 1)
        case 0x08, 0x7F: return (.backspace, 1)
        case 0x01...0x1A: return (.control(Character(Unicode.Scalar(first + 0x60))), 1)
        case 0x00, 0x1C...0x1F: return (nil, 1)
        default: return character(first)
        }
    }

    private func character(_ first: UInt8) -> (Key?, Int)? {
        let length =
            switch first {
            case ..<0x80: 1
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 0
            }
        guard length > 0 else { return (nil, 1) }
        guard rest.count >= length else { return nil }
        guard let text = String(validating: rest[..<length], as: UTF8.self), let character = text.first else {
            return (nil, 1)
        }
        return (.character(character), length)
    }

    private func escapeSequence() -> (Key?, Int)? {
        guard rest.count > 1 else { return nil }
        switch rest[1] {
        case UInt8(ascii: "["):
            guard let end = rest.dropFirst(2).firstIndex(where: { 0x40...0x7E ~= $0 }) else {
                return rest.count > Self.longestSequence ? (nil, rest.count) : nil
            }
            return (Self.key(ending: rest[end], after: rest[2..<end]), end + 1)
        case UInt8(ascii: "O"):
            guard rest.count > 2 else { return nil }
            return (Self.key(ending: rest[2], after: []), 3)
        default:
            return (.escape, 1)
        }
    }

    private static func key(ending final: UInt8, after parameters: ArraySlice<UInt8>) -> Key? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "M") where parameters.isEmpty: .enter
        case UInt8(ascii: "~"):
            switch parameters.prefix(while: { $0 != UInt8(ascii: ";") }) {
            case [UInt8(ascii: "1")], [UInt8(ascii: "7")]: .home
            case [UInt8(ascii: "4")], [UInt8(ascii: "8")]: .end
            case [UInt8(ascii: "5")]: .pageUp
            case [UInt8(ascii: "6")]: .pageDown
            default: nil
            }
        default: nil
        }
    }
}
