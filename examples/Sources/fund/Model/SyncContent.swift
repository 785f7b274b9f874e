import AppGroupText
import ToolClient

/// What devices and the server send each other about one thing: docs/fund-server.md, “Objects”.
protocol SharedContent: Hashable, Sendable {
    /// Reads it; nil if the document is something else.
    init?(_ json: JSONValue)

    /// Its members in alphabetical order, so that equal contents are equal texts.
    var json: JSONValue { get }
}

extension StableJSON {
    /// A content as JSON.
    static func text(_ content: some SharedContent) -> String { text(content.json) }

    /// The content that a text holds; nil if it holds none of this type.
    static func value<Content: SharedContent>(in text: String) -> Content? {
        JSONValue(reading: text.utf8).flatMap { Content($0) }
    }
}

/// What an object is, in the form that devices send each other.
protocol SyncContent: SharedContent {
    static var kind: SyncKind { get }
}

struct FundContent: SyncContent {
    static let kind = SyncKind.fund

    var name: String

    init(name: String) { self.name = name }

    init?(_ json: JSONValue) {
        guard let name = json["name"]?.text else { return nil }
        self.name = name
    }

    var json: JSONValue { ["name": .string(name)] }
}

struct NoteContent: SyncContent {
    static let kind = SyncKind.note

    var fund: SyncID
    var title: String
    /// The text. In what is remembered of a version, its SHA-256 instead.
    var text: String

    init(fund: SyncID, title: String, text: String) { (self.fund, self.title, self.text) = (fund, title, text) }

    init?(_ json: JSONValue) {
        guard let fund = json["fund"]?.syncID, let title = json["title"]?.text, let text = json["text"]?.text else {
            return nil
        }
        self.init(fund: fund, title: title, text: text)
    }

    var json: JSONValue { ["fund": .string("\(fund)"), "text": .string(text), "title": .string(title)] }
}

struct FeedContent: SyncContent {
    static let kind = SyncKind.feed

    /// The address under which the devices know it. It stays if the feed moves; each device notices that by itself.
    var address: String
    var title: String
    var folders: [String]
    /// nil if it belongs to none.
    var fund: SyncID?

    init(address: String, title: String, folders: [String], fund: SyncID?) {
        (self.address, self.title, self.folders, self.fund) = (address, title, folders, fund)
    }

    init?(_ json: JSONValue) {
        guard let address = json["address"]?.text, let title = json["title"]?.text,
            case .array(let elements)? = json["folders"]
        else { return nil }
        let folders = elements.compactMap(\.text)
        guard folders.count == elements.count else { return nil }
        var fund: SyncID?
        switch json["fund"] {
        case .null?, nil: break
        case let value?:
            guard let id = value.syncID else { return nil }
            fund = id
        }
        self.init(address: address, title: title, folders: folders, fund: fund)
    }

    // Without a fund, the protocol wants a null, not a missing member.
    var json: JSONValue {
        [
            "address": .string(address), "folders": .array(folders.map { .string($0) }),
            "fund": JSONValue(text: fund), "title": .string(title),
        ]
    }
}

struct FileContent: SyncContent {
    static let kind = SyncKind.file

    var fund: SyncID
    /// Its path below the fund's folder.
    var path: String
    var sha256: SHA256Digest
    /// Its size in bytes.
    var size: Int
    /// When its contents changed last, in milliseconds since 1970.
    var modified: Int64

    init(fund: SyncID, path: String, sha256: SHA256Digest, size: Int, modified: Int64) {
        (self.fund, self.path, self.sha256, self.size, self.modified) = (fund, path, sha256, size, modified)
    }

    init?(_ json: JSONValue) {
        guard let fund = json["fund"]?.syncID, let path = json["path"]?.text,
            let sha256 = json["sha256"]?.text.flatMap({ SHA256Digest($0) }),
            let size = json["size"]?.integer, let modified = json["modified"]?.integer
        else { return nil }
        self.init(fund: fund, path: path, sha256: sha256, size: size, modified: Int64(modified))
    }

    var json: JSONValue {
        [
            "fund": .string("\(fund)"), "modified": .integer(Int(modified)), "path": .string(path),
            "sha256": .string("\(sha256)"), "size": .integer(size),
        ]
    }
}

/// That an item was read.
struct ReadContent: SharedContent {
    let feed: SyncID
    /// Its identity in the feed.
    let item: String
    var read = true

    init(feed: SyncID, item: String) { (self.feed, self.item) = (feed, item) }

    init?(_ json: JSONValue) {
        guard let feed = json["feed"]?.syncID, let item = json["item"]?.text, case .bool(let read)? = json["read"]
        else {
            return nil
        }
        (self.feed, self.item, self.read) = (feed, item, read)
    }

    var json: JSONValue { ["feed": .string("\(feed)"), "item": .string(item), "read": .bool(read)] }
}
