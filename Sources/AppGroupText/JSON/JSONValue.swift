public import AppGroup

/// A JSON value (RFC 8259). Objects keep the order of their keys.
public enum JSONValue: Sendable {
    /// Members in the order in which they are written. The caller must not repeat a key.
    case object([(String, JSONValue)])
    /// Elements in order.
    case array([JSONValue])
    /// Text. ``Escaping`` says how it is written.
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

    /// The characters of texts that are escaped. To a parser, all forms are the same.
    public enum Escaping: Sendable {
        /// Those that RFC 8259 requires, and no others.
        case required
        /// In addition, those that a terminal would interpret or not show: JSON is also read in terminals.
        case forTerminals
    }

    /// Appends the value, without a newline at its end.
    public func write(
        to output: inout OutputBuffer, layout: Layout = .compact, escaping: Escaping = .forTerminals
    ) {
        write(to: &output, layout, escaping, depth: 0)
    }

    private func write(to output: inout OutputBuffer, _ layout: Layout, _ escaping: Escaping, depth: Int) {
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
                Self.write(key, escaping, to: &output)
                output.write(UInt8(ascii: ":"))
                if layout == .pretty { output.write(UInt8(ascii: " ")) }
                value.write(to: &output, layout, escaping, depth: depth + 1)
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
                element.write(to: &output, layout, escaping, depth: depth + 1)
            }
            breakLine(depth)
            output.write(UInt8(ascii: "]"))
        case .string(let string): Self.write(string, escaping, to: &output)
        case .integer(let integer): output.write(String(integer))
        case .double(let double): output.write(double.isFinite ? double.description : "null")
        case .bool(let bool): output.write(bool ? "true" : "false")
        case .null: output.write("null")
        }
    }

    private static func write(_ string: String, _ escaping: Escaping, to output: inout OutputBuffer) {
        output.write(UInt8(ascii: "\""))
        switch escaping {
        case .required:
            var string = string
            string.withUTF8 { utf8 in
                var rest = utf8[...]
                while let index = rest.firstIndex(where: isEscaped) {
                    output.write(rest[..<index])
                    writeEscaped(Unicode.Scalar(rest[index]), to: &output)
                    rest = rest[(index + 1)...]
                }
                output.write(rest)
            }
        case .forTerminals where string.utf8.allSatisfy({ $0 < 0x7F && !isEscaped($0) }): output.write(string)
        case .forTerminals:
            let scalars = Array(string.unicodeScalars)
            for (index, scalar) in scalars.enumerated() {
                if scalar == "\"" || scalar == "\\" || PlainText.isHarmful(at: index, of: scalars) {
                    writeEscaped(scalar, to: &output)
                } else {
                    output.write(scalar)
                }
            }
        }
        output.write(UInt8(ascii: "\""))
    }

    /// Whether RFC 8259, section 7, requires that a byte of a text is escaped.
    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func writeEscaped(_ scalar: Unicode.Scalar, to output: inout OutputBuffer) {
        switch scalar {
        case "\"": output.write(#"\""#)
        case "\\": output.write(#"\\"#)
        case "\u{8}": output.write(#"\b"#)
        case "\t": output.write(#"\t"#)
        case "\n": output.write(#"\n"#)
        case "\u{C}": output.write(#"\f"#)
        case "\r": output.write(#"\r"#)
        default:
            for unit in scalar.utf16 {
                let digits = String(unit, radix: 16)
                output.write(#"\u"# + String(repeating: "0", count: 4 - digits.utf8.count) + digits)
            }
        }
    }
}
