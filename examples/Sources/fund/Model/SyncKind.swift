/// What follows its user to the next device, besides read marks.
enum SyncKind: Int64, CaseIterable, Sendable {
    case fund = 1
    case note = 2
    case feed = 3
    case file = 4

    /// Its name in the protocol.
    var name: String {
        switch self {
        case .fund: "fund"
        case .note: "note"
        case .feed: "feed"
        case .file: "file"
        }
    }

    /// Its number, as statements for the store have it.
    var sql: String { "\(rawValue)" }

    init?(name: String) {
        guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = kind
    }
}
