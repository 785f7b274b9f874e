/// A JSON value (RFC 8259) whose objects keep their keys in the order given.
enum JSONValue: Sendable {
    case object([(String, JSONValue)])
    case array([JSONValue])
    case string(String)
    case integer(Int)
    /// A number that is not finite is written as null: JSON has no word for it.
    case double(Double)
    case bool(Bool)
    case null
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(members)
    }
}

extension JSONValue: ExpressibleByArrayLiteral {
    init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }
}

extension JSONValue: ExpressibleByStringInterpolation {
    init(stringLiteral string: String) {
        self = .string(string)
    }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    init(integerLiteral integer: Int) {
        self = .integer(integer)
    }
}

extension JSONValue: ExpressibleByFloatLiteral {
    init(floatLiteral double: Double) {
        self = .double(double)
    }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    init(booleanLiteral bool: Bool) {
        self = .bool(bool)
    }
}

extension JSONValue: ExpressibleByNilLiteral {
    init(nilLiteral: ()) {
        self = .null
    }
}
