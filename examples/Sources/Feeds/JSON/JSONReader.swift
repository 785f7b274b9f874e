/// A JSON value (RFC 8259) as a feed has it.
enum JSONNode {
    case object([String: JSONNode])
    case array([JSONNode])
    case string(String)
    case number(String)
    case bool(Bool)
    case null

    subscript(key: String) -> JSONNode? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    /// Text, or a number as text: some feeds have numbers as ids.
    var string: String? {
        switch self {
        case .string(let text): text
        case .number(let text): text
        default: nil
        }
    }

    var integer: Int? {
        guard let value = string.flatMap(Double.init), value.isFinite, abs(value) < 0x1p53 else { return nil }
        return Int(value)
    }

    var elements: [JSONNode] {
        if case .array(let elements) = self { elements } else { [] }
    }
}

/// Reads JSON. If it is damaged or cut off, the values before the damage are kept.
struct JSONReader {
    /// The first fault of the document, as a sentence; nil if it has none.
    private(set) var damage: String?

    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private let limit: Int
    /// How many values have begun.
    private var count = 0

    /// The most values inside each other.
    private static let deepest = 64

    /// - Parameter limit: The most values that are read.
    init(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) { (self.bytes, self.limit) = (bytes, limit) }

    /// Reads the document's value.
    mutating func read() -> JSONNode? {
        let value = readValue(depth: 0)
        skipBlanks()
        if value != nil, index < bytes.count { fail() }
        return value
    }

    private mutating func fail() {
        guard damage == nil else { return }
        let place = index < bytes.count ? "at byte \(index)" : "at its end"
        damage = "The document is damaged: its JSON is broken \(place)."
    }

    private mutating func skipBlanks() {
        while index < bytes.count, bytes[index].isBlank { index += 1 }
    }

    private mutating func take(_ byte: StaticString) -> Bool {
        skipBlanks()
        guard index < bytes.count, bytes[index] == byte.utf8Start.pointee else { return false }
        index += 1
        return true
    }

    private mutating func readValue(depth: Int) -> JSONNode? {
        skipBlanks()
        guard index < bytes.count, depth < Self.deepest else {
            fail()
            return nil
        }
        count += 1
        guard count <= limit else {
            damage = "The document has more than \(limit) values; the rest was left out."
            return nil
        }
        switch bytes[index] {
        case UInt8(ascii: "{"): return readObject(depth: depth)
        case UInt8(ascii: "["): return readArray(depth: depth)
        case UInt8(ascii: "\""): return readString().map { .string($0) }
        case UInt8(ascii: "-"), 0x30...0x39: return readNumber()
        default: return readWord()
        }
    }

    /// Reads an object. A member that is cut off is left out, but the complete values of arrays in it are kept.
    private mutating func readObject(depth: Int) -> JSONNode? {
        index += 1
        var members: [String: JSONNode] = [:]
        if take("}") { return .object(members) }
        while damage == nil {
            skipBlanks()
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\""), let key = readString(), take(":"),
                let value = readValue(depth: depth + 1)
            else { break }
            members[key] = value
            if take("}") { return .object(members) }
            if !take(",") { break }
        }
        fail()
        // Inside the array of items, an object that is cut off is no item.
        return depth == 0 ? .object(members) : nil
    }

    private mutating func readArray(depth: Int) -> JSONNode? {
        index += 1
        var elements: [JSONNode] = []
        if take("]") { return .array(elements) }
        while damage == nil {
            guard let value = readValue(depth: depth + 1) else { break }
            elements.append(value)
            if take("]") { return .array(elements) }
            if !take(",") { break }
        }
        fail()
        return .array(elements)
    }

    private mutating func readNumber() -> JSONNode {
        let start = index
        while index < bytes.count, bytes[index].isDigit || bytes[index].isLetter || "+-.".utf8.contains(bytes[index]) {
            index += 1
        }
        return .number(String(decoding: bytes[start..<index], as: UTF8.self))
    }

    private mutating func readWord() -> JSONNode? {
        for (word, value) in [("true", JSONNode.bool(true)), ("false", .bool(false)), ("null", .null)]
        where bytes[index...].starts(with: word.utf8) {
            index += word.utf8.count
            return value
        }
        fail()
        return nil
    }

    private mutating func readString() -> String? {
        index += 1
        var text: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): readEscape(into: &text)
            default: text.append(byte)
            }
        }
        fail()
        return nil
    }

    private mutating func readEscape(into text: inout [UInt8]) {
        guard index < bytes.count else { return }
        let byte = bytes[index]
        index += 1
        switch byte {
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "u"): text += readUnicode().utf8
        default: text.append(byte)
        }
    }

    /// Reads the digits after `\u`, and the second half of a surrogate pair.
    private mutating func readUnicode() -> Unicode.Scalar {
        let first = readDigits()
        if 0xD800...0xDBFF ~= first, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u")
        {
            let start = index
            index += 2
            let second = readDigits()
            if 0xDC00...0xDFFF ~= second {
                return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + second - 0xDC00) ?? "\u{FFFD}"
            }
            index = start
        }
        return Unicode.Scalar(first) ?? "\u{FFFD}"
    }

    private mutating func readDigits() -> UInt32 {
        var value: UInt32 = 0
        let end = index + 4
        while index < min(end, bytes.count), let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue {
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return index == end ? value : 0xFFFD
    }
}
