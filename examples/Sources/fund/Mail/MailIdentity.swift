import AppGroupCrypto
import MailReading
import ToolProgram
import ToolSupport

/// What makes a message the same message, whatever UIDL its server gives it: the SHA-256 of its bytes, without the fields in which
/// servers note what happened to it.
enum MailIdentity {
    private static let volatile = ["status", "x-status", "x-uidl", "x-uid", "x-keywords"]

    static func of(_ source: some MessageSource) throws -> String {
        try ToolError.usingLibcrypto {
            try SHA256Hasher(of: source.count) { range in
                let block = try source.bytes(range)
                // The header must fit into the first one.
                return range.lowerBound == 0 ? stable(block) : block
            }.hexadecimal()
        }
    }

    /// The beginning of a message without these fields.
    private static func stable(_ block: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(block.count)
        var rest = block[...]
        var isDropped = false
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = rest[...end]
            if line.first == UInt8(ascii: "\n") || line.first == UInt8(ascii: "\r") { break }
            let isContinued = line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t")
            if !isContinued { isDropped = isVolatile(line) }
            if !isDropped { result += line }
            rest = rest[(end + 1)...]
        }
        return result + rest
    }

    private static func isVolatile(_ line: ArraySlice<UInt8>) -> Bool {
        guard let first = line.first, "sSxX".utf8.contains(first) else { return false }
        let name = String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self).lowercased()
        return volatile.contains(name)
    }
}
