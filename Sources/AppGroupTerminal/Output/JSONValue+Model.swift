public import AppGroup

extension JSONValue {
    /// The text of a value; null where there is none.
    public init(text value: (some CustomStringConvertible)?) {
        self = value.map { .string($0.description) } ?? .null
    }

    /// An integer as a number, text as it is, a moment in RFC 3339.
    public init(_ value: FieldValue) {
        switch value {
        case .integer(let number): self = .integer(Int(number))
        case .string, .date: self = .string(value.description)
        }
    }
}
