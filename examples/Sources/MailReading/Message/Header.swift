/// The header of a message: its fields, unfolded (RFC 5322, 2.2).
///
/// Lines may end in CRLF or LF. Like most readers this one takes the first of several fields of one name, and lets a
/// line that can't belong to a header begin the body, as if the blank line before it had been forgotten.
public struct Header: Sendable {
    private struct Field {
        let name: String
        var body: ArraySlice<UInt8>
    }

    private var fields: [Field] = []

    /// Parses the header at the beginning of a message.
    public init(parsing message: [UInt8]) {
        var rest = message[...]
        self.init(takingFrom: &rest)
    }

    /// Takes the header with its blank line off the front of a message and leaves the body.
    init(takingFrom message: inout ArraySlice<UInt8>) {
        var isFirst = true
        while !message.isEmpty {
            var rest = message
            let line = rest.takeLine()
            if line.isEmpty {
                message = rest
                break
            } else if line.first?.isBlank == true {
                if !fields.isEmpty { fields[fields.count - 1].body += line }
            } else if let field = Self.field(line) {
                fields.append(field)
            } else if !isFirst || !line.starts(with: "From ".utf8) {  // what mbox files put before a message
                break
            }
            message = rest
            isFirst = false
        }
    }

    private static func field(_ line: ArraySlice<UInt8>) -> Field? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = line[..<colon].trimmingBlanks
        guard !name.isEmpty, name.allSatisfy({ (33...126).contains($0) }) else { return nil }
        return Field(name: String(decoding: name, as: UTF8.self).lowercased(), body: line[(colon + 1)...])
    }

    /// Whether these first bytes of a message hold the blank line that ends the header.
    static func isComplete(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            if rest.takeLine().isEmpty { return true }
        }
        return false
    }

    /// What the first field of this name says, nothing in it decoded; nil where there is no such field.
    func field(_ name: String) -> String? {
        guard let field = fields.first(where: { $0.name == name }) else { return nil }
        let body = field.body.trimmingBlanks.map { $0.isBlank ? UInt8(ascii: " ") : $0 }
        return String(decoding: body, as: UTF8.self)
    }
}
