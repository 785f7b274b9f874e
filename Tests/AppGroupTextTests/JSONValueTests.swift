import TestSupport
import Testing

@testable import AppGroupText

@Suite struct JSONValueTests {
    static func text(
        _ value: JSONValue, _ layout: JSONValue.Layout = .compact, _ escaping: JSONValue.Escaping = .forTerminals
    ) -> String {
        var output = OutputBuffer()
        value.write(to: &output, layout: layout, escaping: escaping)
        return String(decoding: output.bytes, as: UTF8.self)
    }

    static let sample: JSONValue = [
        "version": 1, "group": nil,
        "apps": [["id": "com.example.inbox", "badge": 12, "installed": true, "fields": [:]], []],
        "score": 0.5,
    ]

    @Test func `Compact JSON is one line, with its keys in the given order`() {
        let apps = #"[{"id":"com.example.inbox","badge":12,"installed":true,"fields":{}},[]]"#
        #expect(Self.text(Self.sample) == #"{"version":1,"group":null,"apps":\#(apps),"score":0.5}"#)
    }

    @Test func `Pretty JSON is indented by two spaces, with empty values on one line`() {
        #expect(
            Self.text(Self.sample, .pretty) == """
                {
                  "version": 1,
                  "group": null,
                  "apps": [
                    {
                      "id": "com.example.inbox",
                      "badge": 12,
                      "installed": true,
                      "fields": {}
                    },
                    []
                  ],
                  "score": 0.5
                }
                """)
    }

    @Test(arguments: [
        ("\"\\/", #""\"\\/""#), ("\n\r\t\0\u{1B}\u{7F}", #""\n\r\t\u0000\u001b\u007f""#),
        ("\u{9B}\u{202E}\u{2028}\u{2029}\u{2066}", #""\u009b\u202e\u2028\u2029\u2066""#), ("é信👩‍💻", #""é信👩‍💻""#),
        ("in\u{200B}box\u{E0001}", #""in\u200bbox\udb40\udc01""#), ("می\u{200C}خواهم", "\"می\u{200C}خواهم\""),
    ])
    func `Strings escape the characters that JSON requires and those that a terminal would interpret`(
        string: String, json: String
    ) {
        #expect(Self.text(.string(string)) == json)
    }

    @Test func `If only what JSON requires is to be escaped, nothing else is`() {
        let text = Self.text(["\u{8}\u{C}\u{1F}": "\"é\\/\u{7F}\u{202E}"], .compact, .required)
        #expect(text == "{\"\\b\\f\\u001f\":\"\\\"é\\\\/\u{7F}\u{202E}\"}")
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `Numbers that are not finite are written as null`(number: Double) {
        #expect(Self.text(.double(number)) == "null")
    }
}

/// Compares our JSON with that of python3's json module.
@Suite struct JSONValueOracleTests {
    @Test func `Python reads every random JSON value unchanged`() throws {
        var random = RandomSource(seed: 20_260_304)
        let values = (0..<500).map { _ in JSONValue.random(depth: 4, using: &random) }
        let written = values.flatMap { [JSONValueTests.text($0), JSONValueTests.text($0, .pretty, .required)] }
        let described: [String] = try Python.run(
            """
            def describe(value):
                match value:
                    case dict(): return 'object(' + ''.join(describe(k) + describe(v) for k, v in value.items()) + ')'
                    case list(): return 'array(' + ''.join(map(describe, value)) + ')'
                    case str(): return 'string(' + ' '.join(str(ord(c)) for c in value) + ')'
                    case bool() | None: return f'{value}'.lower()
                    case float(): return 'double(' + str(int.from_bytes(struct.pack('>d', value), 'big')) + ')'
                    case int(): return f'integer({value})'
            import struct
            answer = [describe(json.loads(text)) for text in given]
            """, given: written)
        #expect(described == values.flatMap { [$0.described, $0.described] })
    }
}

extension JSONValue {
    fileprivate var described: String {
        switch self {
        case .object(let members):
            "object(" + members.map { JSONValue.string($0.0).described + $0.1.described }.joined() + ")"
        case .array(let elements): "array(" + elements.map(\.described).joined() + ")"
        case .string(let string): "string(" + string.unicodeScalars.map { "\($0.value)" }.joined(separator: " ") + ")"
        case .integer(let integer): "integer(\(integer))"
        case .double(let double): "double(\(double.bitPattern))"
        case .bool(let bool): "\(bool)"
        case .null: "none"
        }
    }

    fileprivate static func random(depth: Int, using random: inout RandomSource) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
        case 0: return .null
        case 1: return .bool(.random(using: &random))
        case 2: return .integer(Int(truncatingIfNeeded: random.next()) >> Int.random(in: 0..<64, using: &random))
        case 3:
            let double = Double(bitPattern: random.next())
            return .double(double.isFinite ? double : 0.1)
        case 4, 5: return .string(.random(using: &random))
        case 6: return .array((0..<4).map { _ in .random(depth: depth - 1, using: &random) })
        default:
            return .object(
                (0..<4).map { ("\($0)" + .random(using: &random), .random(depth: depth - 1, using: &random)) })
        }
    }
}

extension String {
    fileprivate static func random(using random: inout RandomSource) -> String {
        let limits: [UInt32] = [0x80, 0x800, 0x3000, 0x110000]
        return (0..<8).reduce(into: "") { text, _ in
            let limit = limits.randomElement(using: &random) ?? 0x80
            Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)).map { text.unicodeScalars.append($0) }
        }
    }
}
