/// A header's value with parameters, such as `form-data; name="file"` (RFC 9110, section 5.6.6). What cannot be read ends it.
struct ParameterizedValue {
    /// What comes before the parameters, in lower case.
    let value: String
    private var parameters: [String: String] = [:]

    init(_ text: String) {
        var rest = text.utf8[...]
        value = Self.text(rest.prefix { $0 != UInt8(ascii: ";") }).trimmed.lowercased()
        while let semicolon = rest.firstIndex(of: UInt8(ascii: ";")) {
            rest = rest[rest.index(after: semicolon)...]
            guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else { return }
            let name = Self.text(rest[..<equals]).trimmed.lowercased()
            rest = rest[rest.index(after: equals)...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            let value: String
            if rest.first == UInt8(ascii: "\"") {
                guard let quoted = Self.quoted(&rest) else { return }
                value = quoted
            } else {
                value = String(Self.text(rest.prefix { $0 != UInt8(ascii: ";") }).trimmed)
            }
            // Two of a name are two meanings: the first counts.
            if parameters[name] == nil { parameters[name] = value }
        }
    }

    subscript(_ name: String) -> String? { parameters[name] }

    private static func text(_ bytes: Substring.UTF8View) -> Substring { Substring(bytes) }

    /// A text in quotation marks, in which a backslash makes the next quotation mark or backslash part of it. Before anything
    /// else it stands for itself, as browsers write the names of files.
    private static func quoted(_ rest: inout Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        rest.removeFirst()
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
            case UInt8(ascii: "\\") where rest.first == UInt8(ascii: "\"") || rest.first == UInt8(ascii: "\\"):
                if let escaped = rest.popFirst() { bytes.append(escaped) }
            default: bytes.append(byte)
            }
        }
        return nil
    }
}
