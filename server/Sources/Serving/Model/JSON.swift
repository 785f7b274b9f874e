public import Foundation

/// JSON as every answer has it.
public enum JSON {
    /// Encodes a value, with the members of objects in alphabetical order, so that equal values are equal texts.
    public static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }
}
