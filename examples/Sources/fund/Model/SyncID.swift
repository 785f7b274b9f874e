import AppGroupCrypto
import AppGroupText
import ToolDatabase
import ToolProgram

/// Identifies an object on the server among those of its kind: 16 bytes, as 32 lowercase hexadecimal digits.
struct SyncID: Hashable, Comparable, Sendable, CustomStringConvertible {
    let description: String

    /// nil if the text is something else.
    init?(_ text: String) {
        guard text.isHexadecimal(count: 32) else { return nil }
        description = text
    }

    /// A new one: 128 random bits.
    init() { description = SecureRandom.bytes(16).hexadecimal }

    /// The ID of a feed. It follows from the address, so that two devices agree.
    init(feed address: String) throws { try self.init(hashing: "feed\n\(address)") }

    /// The ID of a read mark, which follows from the ID of the feed and the identity of the item.
    init(read item: String, of feed: SyncID) throws { try self.init(hashing: "read\n\(feed)\n\(item)") }

    private init(hashing text: String) throws {
        description = String(try HashFunction.sha256.hexadecimal(of: text).prefix(32))
    }

    fileprivate init(stored text: String) { description = text }

    static func < (one: SyncID, other: SyncID) -> Bool { one.description < other.description }
}

extension JSONValue {
    /// The ID; nil for any other value.
    var syncID: SyncID? { text.flatMap { SyncID($0) } }
}

extension SQLValue {
    static func id(_ id: SyncID) -> SQLValue { .text(id.description) }
}

extension SQLRow {
    /// An ID as the store has it. It is not checked again: what comes is checked before it is stored.
    func id(_ column: Int32) -> SyncID { SyncID(stored: text(column)) }

    /// The same, or nil for NULL.
    func optionalID(_ column: Int32) -> SyncID? { optionalText(column).map { SyncID(stored: $0) } }
}
