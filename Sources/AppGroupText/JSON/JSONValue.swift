extension JSONValue {
    /// Where lines are broken.
    public enum Layout: Sendable {
        /// One line without spaces.
        case compact
        /// A line for each member and element, indented by two spaces.
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

    /// Beside what RFC 8259 demands, everything is escaped that a terminal would obey: JSON is read there too, and for a
    /// parser nothing changes.
    private static func write(_ string: String, to output: inout OutputBuffer) {
        output.write(UInt8(ascii: "\""))
        if string.utf8.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            output.write(string)
        } else {
            for scalar in string.unicodeScalars {
                write(scalar, to: &output)
            }
        }
        output.write(UInt8(ascii: "\""))
    }

    private static func write(_ scalar: Unicode.Scalar, to output: inout OutputBuffer) {
        switch scalar {
        case "\"": output.write(#"\""#)
        case "\\": output.write(#"\\"#)
        case "\n": output.write(#"\n"#)
        case "\r": output.write(#"\r"#)
        case "\t": output.write(#"\t"#)
        case _ where scalar.isControlling:
            let digits = String(scalar.value, radix: 16)
            output.write(#"\u"# + String(repeating: "0", count: 4 - digits.utf8.count) + digits)
        default: output.write(scalar)
        }
    }
}
