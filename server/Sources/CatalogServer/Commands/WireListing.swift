public import AppCatalog
import AppGroup
import AppGroupCommands
import AppGroupText
import AppPackage
public import ArgumentParser
import Foundation
import Serving

/// A list of the HTTP interface, as a table or as records. Its JSON is what the interface answers.
struct WireListing<Document: Encodable>: Listing {
    let columns: [TextTable.Column]
    private let document: Document
    private let lines: [[ListField]]
    private let clock = LocalClock.current

    /// - Parameters:
    ///   - document: What `--format json` prints.
    ///   - headers: The columns' headers. The first column names the line's subject and never shrinks.
    ///   - lines: The fields of each line.
    init(_ document: Document, _ headers: [String], _ lines: [[ListField]]) {
        self.document = document
        self.lines = lines
        columns = headers.enumerated().map { index, header in
            TextTable.Column(
                header: header, alignment: lines.first.map { $0[index].alignment } ?? .left,
                shrinkOrder: index == 0 ? nil : headers.count - index, minimumWidth: 6)
        }
    }

    var rows: [[TextTable.Cell]] {
        lines.map { line in
            line.enumerated().map { TextTable.Cell($1.shown(at: clock), style: $0 == 0 ? .bold : nil) }
        }
    }

    var records: [[String]] { lines.map { $0.map(\.record) } }
    var json: JSONValue { JSONValue(encoding: document) }

    /// Prints the list to standard output.
    ///
    /// - Parameter sentence: What a person reads instead of an empty table, with the next step.
    func print(as format: OutputFormat, ifEmpty sentence: String? = nil) {
        if let sentence, lines.isEmpty, format == .table { ServerProgram.catalog.say(sentence) }
        StandardOutput.print(self, as: format)
    }
}

/// One field of a list. Scripts get the plain value; people get a readable one.
enum ListField: ExpressibleByStringInterpolation {
    case text(String)
    case number(Int64)
    case bytes(UInt64)
    /// RFC 3339.
    case moment(String)

    init(stringLiteral text: String) { self = .text(text) }

    /// The plain value.
    var record: String {
        switch self {
        case .text(let text), .moment(let text): text
        case .number(let number): "\(number)"
        case .bytes(let count): "\(count)"
        }
    }

    /// The readable value.
    func shown(at clock: LocalClock) -> String {
        switch self {
        case .moment(let text): Timestamp(rfc3339: text).map(clock.ago) ?? text
        case .bytes(let count): "\(ByteCount(count))"
        case .text, .number: record
        }
    }

    var alignment: TextTable.Column.Alignment {
        switch self {
        case .number, .bytes: .right
        case .text, .moment: .left
        }
    }
}

/// How to print a list.
struct OutputOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: "The format of the output; json is as in the server's HTTP interface.")
    var format = OutputFormat.table
}

extension JSONValue {
    /// The JSON of a value of the HTTP interface, with its keys in alphabetical order.
    init(encoding value: some Encodable) {
        let data = try? JSONEncoder().encode(value)
        self = data.flatMap { try? JSONDecoder().decode(AnyJSON.self, from: $0).value } ?? .null
    }
}

/// Any JSON value. It decodes recursively, so its source must not nest without bound.
private struct AnyJSON: Decodable {
    let value: JSONValue

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            value = .null
        } else if let bool = try? container.decode(Bool.self) {
            value = .bool(bool)
        } else if let integer = try? container.decode(Int.self) {
            value = .integer(integer)
        } else if let double = try? container.decode(Double.self) {
            value = .double(double)
        } else if let string = try? container.decode(String.self) {
            value = .string(string)
        } else if let array = try? container.decode([AnyJSON].self) {
            value = .array(array.map(\.value))
        } else {
            let members = try container.decode([String: AnyJSON].self)
            value = .object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.value) })
        }
    }
}

extension AccountRole: ExpressibleByArgument {}
extension ReleaseChannel: ExpressibleByArgument {}
