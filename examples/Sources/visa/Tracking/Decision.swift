/// What a table says of a number in one row, in the table's own words.
struct Decision: Hashable, Codable {
    var status: String
    var date: String?

    /// As a sentence has it.
    var phrase: String { date.map { "\(status), \($0)" } ?? status }
}
