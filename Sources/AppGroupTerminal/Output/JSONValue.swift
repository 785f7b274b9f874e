/// A JSON value (RFC 8259) whose objects keep their keys in the order given.
public enum JSONValue: Sendable {
    /// Members in the order in which they are written; that no key is there twice is up to the caller.
    case object([(String, JSONValue)])
    /// Elements in order.
    case array([JSONValue])
    /// Text; what a terminal would obey is escaped when it is written.
    case string(String)
    /// A whole number, written in full.
    case integer(Int)
    /// A number that is not finite is written as null: JSON has no word for it.
    case double(Double)
    /// True or false.
    case bool(Bool)
    /// No value.
    case null
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// An object: `["key": value]`.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(members)
    }
}

extension JSONValue: ExpressibleByArrayLiteral {
    /// An array: `[value]`.
    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }
}

extension JSONValue: ExpressibleByStringInterpolation {
    /// Text.
    public init(stringLiteral string: String) {
        self = .string(string)
    }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    /// A whole number.
    public init(integerLiteral integer: Int) {
        self = .integer(integer)
    }
}

extension JSONValue: ExpressibleByFloatLiteral {
    /// A number.
    public init(floatLiteral double: Double) {
        self = .double(double)
    }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    /// True or false.
    public init(booleanLiteral bool: Bool) {
        self = .bool(bool)
    }
}

extension JSONValue: ExpressibleByNilLiteral {
    /// Null.
    public init(nilLiteral: ()) {
        self = .null
    }
}
