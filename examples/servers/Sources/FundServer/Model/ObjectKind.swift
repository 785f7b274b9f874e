import AppGroup
import Serving

/// What an object is. Databases keep the words.
enum ObjectKind: String, Codable, CaseIterable, Sendable {
    case fund, note, feed, read, file
}

/// Identifies an object among those of its kind: 16 bytes, written as 32 lowercase hexadecimal digits.
struct ObjectID: Hashable, Sendable, CustomStringConvertible {
    let description: String

    /// `nil` if the text is no ID.
    init?(_ text: some StringProtocol) {
        guard text.utf8.count == 32, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }) else {
            return nil
        }
        description = String(text)
    }

    /// Derives the ID of a feed from its address.
    init(feed address: String) { self.init(hashing: "feed\n\(address)") }

    /// Derives the ID of a read mark from the feed and the identity of the item in it.
    init(read item: String, of feed: ObjectID) { self.init(hashing: "read\n\(feed)\n\(item)") }

    private init(hashing text: String) {
        description = String(BlobDigest(sha256Of: Array(text.utf8)).description.prefix(32))
    }
}

extension ObjectID: Decodable {
    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let id = ObjectID(text) else {
            throw ServiceError(.malformed, "“\(text.prefix(40))” is not an ID; write 32 lowercase hexadecimal digits.")
        }
        self = id
    }
}

extension ObjectID: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
