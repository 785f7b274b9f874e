import Serving

/// A value for a parameter of an SQL statement, whatever the database.
package enum SQLValue: Hashable, Sendable {
    case null
    case text(String)
    case integer(Int64)
    case boolean(Bool)
    case bytes([UInt8])
    case texts([String])
    case integers([Int64])

    package static func optional(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null }
    package static func optional(_ number: Int64?) -> SQLValue { number.map { .integer($0) } ?? .null }
}

extension SQLValue {
    /// The value in PostgreSQL's text format; `nil` for null.
    ///
    /// - Throws: `invalid` if a text contains a zero byte, which no text in PostgreSQL can.
    func encoded() throws(ServiceError) -> String? {
        switch self {
        case .null: return nil
        case .text(let text): return try Self.checked(text)
        case .integer(let number): return "\(number)"
        case .boolean(let value): return value ? "t" : "f"
        case .bytes(let bytes): return "\\x" + bytes.hexadecimal
        case .integers(let numbers): return "{" + numbers.map { "\($0)" }.joined(separator: ",") + "}"
        case .texts(let texts):
            var items: [String] = []
            for text in texts {
                let escaped = try Self.checked(text).unicodeScalars.map {
                    $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)"
                }
                items.append("\"\(escaped.joined())\"")
            }
            return "{" + items.joined(separator: ",") + "}"
        }
    }

    private static func checked(_ text: String) throws(ServiceError) -> String {
        guard !text.utf8.contains(0) else {
            throw ServiceError(
                .invalid, "“\(text.prefix(40).replacing("\0", with: "␀"))” contains a zero byte; remove it.")
        }
        return text
    }
}
