import AppGroupText

/// Reads a dictionary of a structured field (RFC 8941, section 4.2.2), strictly.
struct FieldParser {
    private let bytes: [UInt8]
    private var place = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The longest field, in bytes.
    static let maximumLength = 8192

    /// Reads a dictionary. A name that occurs twice has its last value.
    ///
    /// - Returns: nil if the text is not a dictionary.
    static func dictionary(_ text: String) -> [String: FieldMember]? {
        let bytes = Array(text.utf8)
        guard bytes.count <= maximumLength else { return nil }
        var parser = FieldParser(bytes)
        do throws(Mistake) { return try parser.dictionary() } catch { return nil }
    }

    private struct Mistake: Error {}

    private mutating func dictionary() throws(Mistake) -> [String: FieldMember] {
        var members: [String: FieldMember] = [:]
        skip(" ")
        while place < bytes.count {
            let name = try key()
            members[name] =
                take("=") ? try member() : FieldMember(content: .value(.truth(true)), parameters: try parameters())
            skip(" \t")
            guard place < bytes.count else { break }
            guard take(",") else { throw Mistake() }
            skip(" \t")
            // A comma is followed by another member.
            guard place < bytes.count else { throw Mistake() }
        }
        return members
    }

    private mutating func member() throws(Mistake) -> FieldMember {
        guard take("(") else { return FieldMember(content: .value(try value()), parameters: try parameters()) }
        var items: [FieldMember.Item] = []
        while true {
            skip(" ")
            if take(")") { return FieldMember(content: .list(items), parameters: try parameters()) }
            items.append(FieldMember.Item(value: try value(), parameters: try parameters()))
            guard let next = peek, next == UInt8(ascii: " ") || next == UInt8(ascii: ")") else { throw Mistake() }
        }
    }

    private mutating func parameters() throws(Mistake) -> FieldParameters {
        var parameters = FieldParameters()
        while take(";") {
            skip(" ")
            let name = try key()
            parameters.set(name, to: take("=") ? try value() : .truth(true))
        }
        return parameters
    }

    private mutating func key() throws(Mistake) -> String {
        guard let first = peek, Self.isLowercase(first) || first == UInt8(ascii: "*") else { throw Mistake() }
        return run { Self.isLowercase($0) || Self.isDigit($0) || "_-.*".utf8.contains($0) }
    }

    private mutating func value() throws(Mistake) -> FieldValue {
        switch peek {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: ":"): return .bytes(try byteSequence())
        case UInt8(ascii: "?"):
            place += 1
            if take("1") { return .truth(true) }
            guard take("0") else { throw Mistake() }
            return .truth(false)
        case let byte? where Self.isDigit(byte) || byte == UInt8(ascii: "-"): return try number()
        case let byte? where Self.isLetter(byte) || byte == UInt8(ascii: "*"):
            return .token(
                run { Self.isLetter($0) || Self.isDigit($0) || "!#$%&'*+-.^_`|~:/".utf8.contains($0) })
        default: throw Mistake()
        }
    }

    private mutating func number() throws(Mistake) -> FieldValue {
        let sign = take("-") ? "-" : ""
        let whole = run(Self.isDigit)
        guard !whole.isEmpty else { throw Mistake() }
        guard take(".") else {
            guard whole.utf8.count <= 15, let number = Int64(sign + whole) else { throw Mistake() }
            return .integer(number)
        }
        let fraction = run(Self.isDigit)
        guard whole.utf8.count <= 12, (1...3).contains(fraction.utf8.count), let number = Int64(whole) else {
            throw Mistake()
        }
        // The form without superfluous zeros.
        let end = fraction.utf8.reversed().drop { $0 == UInt8(ascii: "0") }.reversed()
        return .decimal("\(sign)\(number)." + (end.isEmpty ? "0" : String(decoding: Array(end), as: UTF8.self)))
    }

    private mutating func string() throws(Mistake) -> String {
        place += 1
        var text: [UInt8] = []
        while let byte = peek {
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = peek, "\"\\".utf8.contains(escaped) else { throw Mistake() }
                text.append(escaped)
                place += 1
            case 0x20...0x7E: text.append(byte)
            default: throw Mistake()
            }
        }
        throw Mistake()
    }

    private mutating func byteSequence() throws(Mistake) -> [UInt8] {
        place += 1
        let start = place
        _ = run { $0 != UInt8(ascii: ":") }
        let text = bytes[start..<place]
        guard take(":"), let decoded = Base64.decode(text), text.elementsEqual(Base64.encode(decoded).utf8) else {
            throw Mistake()
        }
        return decoded
    }

    // MARK: - Bytes

    private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: byte) else { return false }
        place += 1
        return true
    }

    private mutating func skip(_ characters: String) { _ = run { characters.utf8.contains($0) } }

    private mutating func run(_ isIncluded: (UInt8) -> Bool) -> String {
        let start = place
        while place < bytes.count, isIncluded(bytes[place]) { place += 1 }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private static func isLowercase(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte }
    private static func isLetter(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte || isLowercase(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}
