import AppGroup

/// What one row of a table says about a number, in the table's own words.
struct Decision: Hashable, Codable {
    let status: String
    let date: String?

    /// The longest text that is kept, in Unicode scalars.
    private static let lengthLimit = 300

    /// The end of a text that may be incomplete.
    static let mark = " … (incomplete)"

    /// An empty date counts as no date.
    init(status: String, date: String?) {
        self.status = Self.cut(status)
        self.date = date.flatMap { $0.isEmpty ? nil : Self.cut($0) }
    }

    private static func cut(_ text: String) -> String {
        text.unicodeScalars.count <= lengthLimit
            ? text : String(text.unicodeScalars.prefix(lengthLimit - 1)) + "…"
    }

    /// Whether the other decision says everything that this one says, and perhaps more.
    func isPart(of other: Decision) -> Bool {
        let certain = status.hasSuffix(Self.mark) ? String(status.dropLast(Self.mark.count)) : status
        return other.status.hasPrefix(certain) && date.map { other.date?.hasPrefix($0) == true } ?? true
    }

    /// Status and date as part of a sentence.
    var phrase: String { date.map { "\(status), \($0)" } ?? status }
}

/// Where a decision was found.
enum Origin: String, Codable, CodingKeyRepresentable {
    case service
    case table
}

/// A moment, stored in RFC 3339 format.
struct Moment: Codable, Hashable {
    let timestamp: Timestamp

    init(_ timestamp: Timestamp) { self.timestamp = timestamp }

    init(from decoder: any Decoder) throws {
        guard let timestamp = Timestamp(rfc3339: try decoder.singleValueContainer().decode(String.self)) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "not a moment"))
        }
        self.timestamp = timestamp
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(timestamp.description)
    }
}
