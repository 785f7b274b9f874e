import AppGroupText

/// A value in a structured field (RFC 8941, section 3.3).
enum FieldValue: Hashable, Sendable {
    case integer(Int64)
    /// As it was written, with a digit before and after the point.
    case decimal(String)
    /// Printable ASCII.
    case string(String)
    case token(String)
    case bytes([UInt8])
    case truth(Bool)

    /// In the one form that signatures cover (RFC 8941, section 4.1).
    var text: String {
        switch self {
        case .integer(let number): "\(number)"
        case .decimal(let text), .token(let text): text
        case .string(let text): Self.quoted(text)
        case .bytes(let bytes): ":\(Base64.encode(bytes)):"
        case .truth(let isTrue): isTrue ? "?1" : "?0"
        }
    }

    /// A string in quotation marks.
    static func quoted(_ text: String) -> String {
        text.reduce(into: "\"") { quoted, character in
            if character == "\"" || character == "\\" { quoted.append("\\") }
            quoted.append(character)
        } + "\""
    }
}

/// The parameters of a value, in their order.
struct FieldParameters: Hashable, Sendable {
    private(set) var entries: [Entry] = []

    struct Entry: Hashable, Sendable {
        let name: String
        var value: FieldValue
    }

    /// The value of a parameter; nil if there is none.
    subscript(name: String) -> FieldValue? { entries.first { $0.name == name }?.value }

    /// Adds a parameter. If there is one of that name, it gets the new value and keeps its place.
    mutating func set(_ name: String, to value: FieldValue) {
        if let index = entries.firstIndex(where: { $0.name == name }) {
            entries[index].value = value
        } else {
            entries.append(Entry(name: name, value: value))
        }
    }

    /// As signatures cover them.
    var text: String {
        entries.reduce(into: "") { text, entry in
            text += entry.value == .truth(true) ? ";\(entry.name)" : ";\(entry.name)=\(entry.value.text)"
        }
    }
}

/// A member of a dictionary: a value or a list in parentheses, with parameters.
struct FieldMember: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case value(FieldValue)
        case list([Item])
    }

    struct Item: Hashable, Sendable {
        let value: FieldValue
        let parameters: FieldParameters
    }

    let content: Content
    let parameters: FieldParameters
}
