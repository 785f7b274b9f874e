import AppCatalog

/// A body that has no member but those of its form.
struct OnlyKnownMembers<Body: AdministrationBody>: Decodable {
    let value: Body

    /// - Throws: ``UnknownMember`` for the first by name that is none; what decoding throws.
    init(from decoder: any Decoder) throws {
        let known = Body.CodingKeys.allCases.map(\.stringValue)
        let names = try decoder.container(keyedBy: MemberName.self).allKeys.map(\.stringValue)
        if let name = names.filter({ !known.contains($0) }).min() { throw UnknownMember(name: name, known: known) }
        value = try Body(from: decoder)
    }

    /// Any name of a member.
    private struct MemberName: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }
}

/// A member that a form does not have.
struct UnknownMember: Error {
    let name: String
    /// The members that it has.
    let known: [String]
}
