/// What an object is, in the form that devices send each other: docs/fund-server.md, “Objects”.
protocol SyncContent: Codable, Hashable, Sendable {
    static var kind: SyncKind { get }
}

struct FundContent: SyncContent {
    static let kind = SyncKind.fund

    var name: String
}

struct NoteContent: SyncContent {
    static let kind = SyncKind.note

    /// The ID of its fund.
    var fund: String
    var title: String
    /// The text. In what is remembered of a version, its SHA-256 instead.
    var text: String
}

struct FeedContent: SyncContent {
    static let kind = SyncKind.feed

    /// The address under which the devices know it. It stays if the feed moves; each device notices that by itself.
    var address: String
    var title: String
    var folders: [String]
    /// The ID of its fund; nil if it belongs to none.
    var fund: String?

    private enum CodingKeys: CodingKey {
        case address, title, folders, fund
    }

    // Without a fund, the protocol wants a null, not a missing member.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(address, forKey: .address)
        try container.encode(title, forKey: .title)
        try container.encode(folders, forKey: .folders)
        try container.encode(fund, forKey: .fund)
    }
}

struct FileContent: SyncContent {
    static let kind = SyncKind.file

    /// The ID of its fund.
    var fund: String
    /// Its path below the fund's folder.
    var path: String
    /// The SHA-256 of its bytes, in hexadecimal digits.
    var sha256: String
    /// Its size in bytes.
    var size: Int
    /// When its contents changed last, in milliseconds since 1970.
    var modified: Int64
}

/// That an item was read.
struct ReadContent: Codable, Hashable, Sendable {
    /// The ID of its feed.
    let feed: String
    /// Its identity in the feed.
    let item: String
    var read = true
}
