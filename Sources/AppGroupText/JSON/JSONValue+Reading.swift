extension JSONValue {
    /// Reads a document (RFC 8259): one value, with nothing but blanks around it.
    ///
    /// - Returns: `nil` if it is anything else, or if values are nested deeper than 64.
    public init?(reading bytes: some Sequence<UInt8>) {
        guard
            let value = bytes.withContiguousStorageIfAvailable(JSONReader.document)
                ?? Array(bytes).withUnsafeBufferPointer(JSONReader.document)
        else { return nil }
        self = value
    }

    /// A member of an object: the last one of this name; `nil` if there is none.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.0 == key }?.1
    }

    /// The text; `nil` for any other value.
    public var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The whole number; `nil` for any other value.
    public var integer: Int? { if case .integer(let integer) = self { integer } else { nil } }
}

private struct JSONReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private static let deepest = 64

    /// The value that a document holds.
    static func document(_ bytes: UnsafeBufferPointer<UInt8>) -> JSONValue? {
        var reader = JSONReader(bytes: bytes)
        guard let value = reader.value(depth: 0) else { return nil }
        reader.skipBlanks()
        guard reader.index == bytes.count else { return nil }
        return value
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private mutating func value(depth: Int) -> JSONValue? {
        skipBlanks()
        guard index < bytes.count, depth <= Self.deepest else { return nil }
        switch bytes[index] {
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "["): return array(depth: depth)
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
        case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return take("null") ? .null : nil
        default: return nil
        }
    }

    private mutating func object(depth: Int) -> JSONValue? {
        index += 1
        var members: [(String, JSONValue)] = []
        skipBlanks()
        if take(UInt8(ascii: "}")) { return .object(members) }
        members.reserveCapacity(8)
        while true {
            skipBlanks()
            guard let key = string() else { return nil }
            skipBlanks()
            guard take(UInt8(ascii: ":")), let value = value(depth: depth + 1) else { return nil }
            members.append((key, value))
            skipBlanks()
            if take(UInt8(ascii: "}")) { return .object(members) }
            guard take(UInt8(ascii: ",")) else { return nil }
        }
    }

    private mutating func array(depth: Int) -> JSONValue? {
        index += 1
        var elements: [JSONValue] = []
        skipBlanks()
        if take(UInt8(ascii: "]")) { return .array(elements) }
        while let element = value(depth: depth + 1) {
            elements.append(element)
            skipBlanks()
            if take(UInt8(ascii: "]")) { return .array(elements) }
            guard take(UInt8(ascii: ",")) else { return nil }
        }
        return nil
    }

    private mutating func string() -> String? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        let start = index
        var isASCII = true
        while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\\"),
            bytes[index] >= 0x20
        {
            if bytes[index] >= 0x80 { isASCII = false }
            index += 1
        }
        let plain = UnsafeBufferPointer(rebasing: bytes[start..<index])
        // Most texts have no escapes, and are read at once.
        if take(UInt8(ascii: "\"")) {
            // In ASCII, there is nothing to validate, which would take longer than the rest.
            return isASCII ? String(decoding: plain, as: UTF8.self) : String(validating: plain, as: UTF8.self)
        }
        var text = Array(plain)
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escaped() else { return nil }
                text.append(contentsOf: scalar.utf8)
            case 0..<0x20: return nil
            default: text.append(byte)
            }
        }
        return nil
    }

    /// The character after a backslash. Half of a surrogate pair stands for nothing.
    private mutating func escaped() -> Unicode.Scalar? {
        guard index < bytes.count else { return nil }
        index += 1
        switch bytes[index - 1] {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard let first = hexadecimal() else { return nil }
            guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
            guard take("\\u"), let second = hexadecimal(), UTF16.isTrailSurrogate(second) else { return nil }
            return UTF16.decode(UTF16.EncodedScalar([first, second]))
        default: return nil
        }
    }

    private mutating func hexadecimal() -> UInt16? {
        guard index + 4 <= bytes.count else { return nil }
        defer { index += 4 }
        var number: UInt16 = 0
        for byte in bytes[index..<index + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            number = number << 4 | UInt16(digit)
        }
        return number
    }

    private mutating func number() -> JSONValue? {
        let start = index
        let isNegative = take(UInt8(ascii: "-"))
        let first = index
        guard take(UInt8(ascii: "0")) || digits() else { return nil }
        let last = index
        var isWhole = true
        if take(UInt8(ascii: ".")) {
            isWhole = false
            guard digits() else { return nil }
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isWhole = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard digits() else { return nil }
        }
        // Numbers of up to 18 digits fit into 64 bits.
        if isWhole, last - first <= 18 {
            let amount = bytes[first..<last].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            return .integer(isNegative ? -amount : amount)
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isWhole, let integer = Int(text) { return .integer(integer) }
        return Double(text).map { .double($0) }
    }

    private mutating func digits() -> Bool {
        let start = index
        while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) { index += 1 }
        return index > start
    }

    private mutating func skipBlanks() {
        while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func take(_ word: StaticString) -> Bool {
        let end = index + word.utf8CodeUnitCount
        let isHere = word.withUTF8Buffer { end <= bytes.count && bytes[index..<end].elementsEqual($0) }
        if isHere { index = end }
        return isHere
    }
}
