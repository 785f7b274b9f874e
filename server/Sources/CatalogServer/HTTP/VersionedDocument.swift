/// A description as a document of its own: with the version of the format, which within a list only the list has.
struct VersionedDocument<Description: Encodable>: Encodable {
    private let description: Description

    init(_ description: Description) { self.description = description }

    private enum CodingKeys: String, CodingKey { case version }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .version)
        try description.encode(to: encoder)
    }
}
