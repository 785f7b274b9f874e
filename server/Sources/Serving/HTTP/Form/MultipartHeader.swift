/// The header of a form's part (RFC 7578, section 4).
public struct MultipartHeader: Hashable, Sendable {
    /// The name of the field.
    public let name: String
    /// The file's name at the sender; empty if no file was chosen, `nil` if the part is not a file.
    public let fileName: String?

    /// Makes a header.
    public init(name: String, fileName: String?) {
        self.name = name
        self.fileName = fileName
    }

    /// Reads the lines of a header.
    public init(_ bytes: some Collection<UInt8>) throws(MultipartError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw MultipartError("The header of a form part is not UTF-8; rename the file.")
        }
        var disposition: ParameterizedValue?
        for line in text.unicodeScalars.split(separator: "\r\n".unicodeScalars) {
            guard let colon = line.firstIndex(of: ":") else {
                throw MultipartError("The header of a form part has a line without a colon; send the form again.")
            }
            guard Substring(line[..<colon]).lowercased() == "content-disposition" else { continue }
            guard disposition == nil else {
                throw MultipartError("A form part has two names; send the form again.")
            }
            disposition = ParameterizedValue(String(line[line.index(after: colon)...]))
        }
        guard let disposition, disposition.value == "form-data", let name = disposition["name"] else {
            throw MultipartError("A form part has no name; send the form again.")
        }
        self.init(name: name, fileName: disposition["filename"])
    }
}

/// A header's value with parameters, such as `form-data; name="file"` (RFC 9110, section 5.6.6). Reading stops at the first
/// error.
struct ParameterizedValue {
    /// The value before the parameters, in lower case.
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
            // If a name occurs twice, the first one counts.
            if parameters[name] == nil { parameters[name] = value }
        }
    }

    subscript(_ name: String) -> String? { parameters[name] }

    private static func text(_ bytes: Substring.UTF8View) -> Substring { Substring(bytes) }

    /// A text in quotation marks. A backslash escapes a quotation mark or a backslash, and otherwise stands for itself, as
    /// browsers write file names.
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
