import AppGroupTerminal
import Foundation

extension JSONValue {
    /// What a value of the wire looks like in JSON, its keys in alphabetical order.
    init(encoding value: some Encodable) {
        let data = try? JSONEncoder().encode(value)
        self = data.flatMap { try? JSONDecoder().decode(AnyJSON.self, from: $0).value } ?? .null
    }
}

/// Any JSON that is not nested without end, which nothing of the wire is.
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
