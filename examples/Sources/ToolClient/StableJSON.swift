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
        var output = OutputBuffer()
        value.write(to: &output, escaping: .required)
        return String(decoding: output.bytes, as: UTF8.self)
    }
}
