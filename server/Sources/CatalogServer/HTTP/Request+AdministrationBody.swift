import AppCatalog
import AppGroupText
import Hummingbird
import Serving

extension Request {
    /// The body, decoded from JSON. Unknown members are refused, and so are members that stand there twice: readers of JSON differ
    /// in which one counts.
    func administrationBody<Value: AdministrationBody>(
        _ type: Value.Type, in context: CatalogContext
    ) async throws -> Value {
        let body = try await wholeBody(upTo: Self.longestJSON, in: context)
        let value = try body.decodedJSON(OnlyKnownMembers<Value>.self).value
        if case .object(let members)? = JSONValue(reading: body.readableBytesView) {
            var names: Set<String> = []
            for (name, _) in members where !names.insert(name).inserted {
                throw ServiceError(unexpectedJSON: "“\(name)” occurs twice.")
            }
        }
        // An administrator who was disabled while it arrived can no longer change anything.
        try await context.confirm(.administrator)
        return value
    }
}

/// A body without unknown members.
struct OnlyKnownMembers<Body: AdministrationBody>: Decodable {
    let value: Body

    /// - Throws: `malformed` for the first unknown member in alphabetical order, or a decoding error.
    init(from decoder: any Decoder) throws {
        let known = Body.CodingKeys.allCases.map(\.stringValue)
        let names = try decoder.container(keyedBy: MemberName.self).allKeys.map(\.stringValue)
        if let name = names.filter({ !known.contains($0) }).min() {
            throw ServiceError(unexpectedJSON: "“\(name)” is not one of \(known.joined(separator: ", ")).")
        }
        value = try Body(from: decoder)
    }

    /// The name of any member.
    private struct MemberName: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }
}
