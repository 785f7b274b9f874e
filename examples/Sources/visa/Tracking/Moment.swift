import AppGroup

/// A moment as the state file has it, in RFC 3339.
struct Moment: Codable, Hashable {
    let timestamp: Timestamp

    init(_ timestamp: Timestamp) { self.timestamp = timestamp }

    init(from decoder: any Decoder) throws {
        guard let timestamp = Timestamp(rfc3339: try decoder.singleValueContainer().decode(String.self)) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no moment"))
        }
        self.timestamp = timestamp
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(timestamp.description)
    }
}
