import AppGroupCrypto

/// One value of a row that is copied.
enum CopiedValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])

    /// A form in which different rows are different bytes: the kind, the length, and the value.
    var canonical: [UInt8] {
        switch self {
        case .null: return [0]
        case .integer(let number): return Self.bytes(1, Array("\(number)".utf8))
        case .text(let text): return Self.bytes(2, Array(text.utf8))
        case .bytes(let bytes): return Self.bytes(3, bytes)
        }
    }

    private static func bytes(_ kind: UInt8, _ content: [UInt8]) -> [UInt8] {
        [kind] + (0..<8).map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) } + content
    }
}

/// How many rows a table has, and the SHA-256 of all of them in the order of their keys.
struct TableSummary: Hashable, Sendable {
    let rows: Int
    let digest: String

    /// Reads the whole table, some rows at a time.
    init(of table: CopiedTable, in place: any CopyPlace) async throws {
        let hasher = try SHA256Hasher()
        var count = 0
        var key: [CopiedValue]?
        while true {
            let rows = try await place.rows(of: table, after: key, limit: DatabaseCopy.batch)
            for row in rows { for value in row { hasher.update(value.canonical) } }
            count += rows.count
            guard let last = rows.last else { break }
            key = Array(last.prefix(table.keyCount))
        }
        rows = count
        digest = try hasher.hexadecimal()
    }
}
