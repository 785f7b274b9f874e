public import AppGroupText
import FoundationEssentials

/// JSON in which the same value always has the same text, as it is stored and sent.
public enum StableJSON {
    /// A value as JSON: its keys in order, and no spaces.
    public static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try String(decoding: encoder.encode(value), as: UTF8.self)
    }

    /// The value that a text holds; nil if it holds none of this type.
    public static func value<Value: Decodable>(in text: String, as type: Value.Type = Value.self) -> Value? {
        try? JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }

    /// The same for a value whose members are in order, without Foundation. The text is that of an `Encodable` value, so the two can
    /// be compared.
    public static func text(_ value: JSONValue) -> String {
        var bytes: [UInt8] = []
        append(value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(_ value: JSONValue, to bytes: inout [UInt8]) {
        switch value {
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                append(member.0, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                append(member.1, to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                append(element, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .string(let text): append(text, to: &bytes)
        case .integer(let integer): bytes += "\(integer)".utf8
        case .double(let double): bytes += (double.isFinite ? "\(double)" : "null").utf8
        case .bool(let isTrue): bytes += (isTrue ? "true" : "false").utf8
        case .null: bytes += "null".utf8
        }
    }

    /// Escapes what RFC 8259 requires, and nothing else.
    private static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            for (index, byte) in utf8.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C {
                bytes += utf8[start..<index]
                start = index + 1
                bytes.append(0x5C)
                switch byte {
                case 0x22, 0x5C: bytes.append(byte)
                case 0x08: bytes.append(UInt8(ascii: "b"))
                case 0x09: bytes.append(UInt8(ascii: "t"))
                case 0x0A: bytes.append(UInt8(ascii: "n"))
                case 0x0C: bytes.append(UInt8(ascii: "f"))
                case 0x0D: bytes.append(UInt8(ascii: "r"))
                default: bytes += "u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
                }
            }
            bytes += utf8[start...]
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
