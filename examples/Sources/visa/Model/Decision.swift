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
