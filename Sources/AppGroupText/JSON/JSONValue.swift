public import AppGroup

/// A JSON value (RFC 8259). Objects keep the order of their keys.
public enum JSONValue: Sendable {
    /// Members in the order in which they are written. The caller must not repeat a key.
    case object([(String, JSONValue)])
    /// Elements in order.
    case array([JSONValue])
    /// Text. Characters that a terminal would interpret are escaped when it is written.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// A number. If it is not finite, it is written as null, because JSON cannot express it.
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

extension JSONValue {
    /// The description of a value, or null.
    public init(text value: (some CustomStringConvertible)?) {
        self = value.map { .string($0.description) } ?? .null
    }

    /// An integer as a number, text as a string, a date as a string in RFC 3339.
    public init(_ value: FieldValue) {
        switch value {
        case .integer(let number): self = .integer(Int(number))
        case .string, .date: self = .string(value.description)
        }
    }
}

extension JSONValue {
    /// The use of white space.
    public enum Layout: Sendable {
        /// One line without spaces.
        case compact
        /// One line for each member and element, indented by two spaces.
        case pretty
    }

    /// Appends the value, without a newline at its end.
    public func write(to output: inout OutputBuffer, layout: Layout = .compact) {
        write(to: &output, layout: layout, depth: 0)
    }

    private func write(to output: inout OutputBuffer, layout: Layout, depth: Int) {
        func breakLine(_ depth: Int) {
            guard layout == .pretty else { return }
            output.write(UInt8(ascii: "\n"))
            output.write(UInt8(ascii: " "), count: 2 * depth)
        }
        switch self {
        case .object(let members) where members.isEmpty: output.write("{}")
        case .object(let members):
            var separator = UInt8(ascii: "{")
            for (key, value) in members {
                output.write(separator)
                separator = UInt8(ascii: ",")
                breakLine(depth + 1)
                Self.write(key, to: &output)
                output.write(UInt8(ascii: ":"))
                if layout == .pretty { output.write(UInt8(ascii: " ")) }
                value.write(to: &output, layout: layout, depth: depth + 1)
            }
            breakLine(depth)
            output.write(UInt8(ascii: "}"))
        case .array(let elements) where elements.isEmpty: output.write("[]")
        case .array(let elements):
            var separator = UInt8(ascii: "[")
            for element in elements {
                output.write(separator)
                separator = UInt8(ascii: ",")
                breakLine(depth + 1)
                element.write(to: &output, layout: layout, depth: depth + 1)
            }
            breakLine(depth)
            output.write(UInt8(ascii: "]"))
        case .string(let string): Self.write(string, to: &output)
        case .integer(let integer): output.write(String(integer))
        case .double(let double): output.write(double.isFinite ? double.description : "null")
        case .bool(let bool): output.write(bool ? "true" : "false")
        case .null: output.write("null")
        }
    }

    /// In addition to what RFC 8259 requires, characters that a terminal would interpret or not show are escaped. JSON is
    /// also read in terminals, and to a parser it is the same.
    private static func write(_ string: String, to output: inout OutputBuffer) {
        output.write(UInt8(ascii: "\""))
        if string.utf8.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            output.write(string)
        } else {
            let scalars = Array(string.unicodeScalars)
            for index in scalars.indices {
                write(scalars[index], isHarmful: PlainText.isHarmful(at: index, of: scalars), to: &output)
            }
        }
        output.write(UInt8(ascii: "\""))
    }

    private static func write(_ scalar: Unicode.Scalar, isHarmful: Bool, to output: inout OutputBuffer) {
        switch scalar {
        case "\"": output.write(#"\""#)
        case "\\": output.write(#"\\"#)
        case "\n": output.write(#"\n"#)
        case "\r": output.write(#"\r"#)
        case "\t": output.write(#"\t"#)
        case _ where isHarmful:
            for unit in scalar.utf16 {
                let digits = String(unit, radix: 16)
                output.write(#"\u"# + String(repeating: "0", count: 4 - digits.utf8.count) + digits)
            }
        default: output.write(scalar)
        }
    }
}
