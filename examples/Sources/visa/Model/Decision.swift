/// What a table says of a number in one row, in the table's own words.
struct Decision: Hashable, Codable {
    let status: String
    let date: String?

    /// The most characters of a text that are kept.
    private static let lengthLimit = 300

    /// An empty date is none.
    init(status: String, date: String?) {
        self.status = Self.cut(status)
        self.date = date.flatMap { $0.isEmpty ? nil : Self.cut($0) }
    }

    private static func cut(_ text: String) -> String {
        text.unicodeScalars.count <= lengthLimit
            ? text : String(text.unicodeScalars.prefix(lengthLimit - 1)) + "…"
    }

    /// Whether another says all that this one says, and perhaps more.
    func isPart(of other: Decision) -> Bool {
        other.status.hasPrefix(status) && date.map { other.date?.hasPrefix($0) == true } ?? true
    }

    /// As a sentence has it.
    var phrase: String { date.map { "\(status), \($0)" } ?? status }
}
