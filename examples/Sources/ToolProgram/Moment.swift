public import AppGroup

/// A moment, stored in RFC 3339 format.
public struct Moment: Codable, Hashable, Sendable {
    /// The moment itself.
    public let timestamp: Timestamp

    /// Stores this moment.
    public init(_ timestamp: Timestamp) { self.timestamp = timestamp }

    /// Reads a text in RFC 3339 format.
    public init(from decoder: any Decoder) throws {
        guard let timestamp = Timestamp(rfc3339: try decoder.singleValueContainer().decode(String.self)) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "not a moment"))
        }
        self.timestamp = timestamp
    }

    /// Writes a text in RFC 3339 format.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(timestamp.description)
    }
}
