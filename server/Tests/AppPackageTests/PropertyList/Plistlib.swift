import Foundation
import TestSupport
import Testing

@testable import AppPackage

/// Python's own reader and writer of property lists. Each value is passed as a line of JSON with its type.
enum Plistlib {
    private static let program = """
        import datetime, plistlib, struct
        epoch = datetime.datetime(2001, 1, 1)
        def bits(number): return struct.pack('>d', number).hex()
        def number(bits): return struct.unpack('>d', bytes.fromhex(bits))[0]
        def described(value):
            match value:
                case bool(): return ['boolean', value]
                case int(): return ['integer', str(value)]
                case float(): return ['real', bits(value)]
                case str(): return ['string', value]
                case bytes(): return ['data', base64.b64encode(value).decode()]
                case datetime.datetime(): return ['date', bits((value - epoch).total_seconds())]
                case list(): return ['array', [described(each) for each in value]]
                case dict(): return ['dictionary', [[key, described(each)] for key, each in value.items()]]
                case _: raise ValueError(value)
        def made(kind, value):
            match kind:
                case 'boolean' | 'string': return value
                case 'integer': return int(value)
                case 'real': return number(value)
                case 'data': return base64.b64decode(value)
                case 'date': return epoch + datetime.timedelta(seconds=number(value))
                case 'array': return [made(*each) for each in value]
                case 'dictionary': return {key: made(*each) for key, each in value}
        def written(value, format): return base64.b64encode(plistlib.dumps(made(*value), fmt=format)).decode()
        def read(line):
            document = base64.b64decode(line)
            format = plistlib.FMT_BINARY if document.startswith(b'bplist') else plistlib.FMT_XML
            try: return json.dumps(described(plistlib.loads(document, fmt=format)))
            except Exception: return 'refused'

        """

    /// The values as Python writes them in XML, and as binary property lists.
    static func documents(of values: [PropertyList]) throws -> [(xml: [UInt8], binary: [UInt8])] {
        let pairs: [[Data]] = try Python.run(
            program + """
                formats = plistlib.FMT_XML, plistlib.FMT_BINARY
                answer = [[written(json.loads(line), format) for format in formats] for line in given]
                """, given: try values.map { try line(of: $0) })
        return pairs.map { (Array($0[0]), Array($0[1])) }
    }

    /// The values that Python reads in the documents; `nil` for a document that it refuses.
    static func values(of documents: [[UInt8]]) throws -> [PropertyList?] {
        let lines: [String] = try Python.run(
            program + "answer = [read(document) for document in given]", given: documents.map { Data($0) })
        return try lines.map { line in
            line == "refused" ? nil : try value(JSONSerialization.jsonObject(with: Data(line.utf8)))
        }
    }

    /// A value as a line of JSON. Numbers with a fraction are written as their bits.
    static func line(of value: PropertyList) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: description(of: value)), as: UTF8.self)
    }

    private static func description(of value: PropertyList) -> [Any] {
        switch value {
        case .string(let text): ["string", text]
        case .integer(let number): ["integer", String(number)]
        case .real(let number): ["real", bits(number)]
        case .boolean(let truth): ["boolean", truth]
        case .date(let seconds): ["date", bits(seconds)]
        case .data(let bytes): ["data", Data(bytes).base64EncodedString()]
        case .array(let values): ["array", values.map(description)]
        case .dictionary(let values):
            ["dictionary", values.sorted { $0.key < $1.key }.map { [$0.key, description(of: $0.value)] as [Any] }]
        }
    }

    private static func bits(_ number: Double) -> String {
        let digits = String(number.bitPattern, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static func value(_ described: Any) throws -> PropertyList {
        let pair = try cast(described, [Any].self)
        let kind = try cast(pair[0], String.self)
        let content = pair[1]
        switch kind {
        case "array": return .array(try cast(content, [Any].self).map(value))
        case "dictionary":
            let pairs = try cast(content, [[Any]].self).map { (try cast($0[0], String.self), try value($0[1])) }
            return .dictionary(Dictionary(pairs) { $1 })
        case "boolean": return .boolean(try cast(content, Bool.self))
        default: return try scalar(kind, cast(content, String.self))
        }
    }

    private static func scalar(_ kind: String, _ content: String) throws -> PropertyList {
        switch kind {
        case "string": return .string(content)
        // We do not read integers beyond 64 bits, but such a number must not be taken for another.
        case "integer": return Int64(content).map { .integer($0) } ?? .string("integer \(content)")
        case "real": return .real(try number(content))
        case "date": return .date(try number(content))
        default:
            let data = try #require(Data(base64Encoded: content))
            return .data(Array(data))
        }
    }

    private static func number(_ bits: String) throws -> Double {
        let pattern = try #require(UInt64(bits, radix: 16))
        return Double(bitPattern: pattern)
    }

    private static func cast<Value>(_ described: Any, _ type: Value.Type) throws -> Value {
        try #require(described as? Value)
    }
}
