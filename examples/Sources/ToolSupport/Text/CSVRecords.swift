/// Records of comma-separated values (RFC 4180): fields in quotes may hold separators, quotes and line ends.
///
/// Lines end in LF or CRLF, and in CR alone if a very old program wrote them.
public struct CSVRecords {
    /// One record, which can go over several lines.
    public struct Record: Hashable, Sendable {
        /// The line that it begins on, from 1.
        public let line: Int
        /// At least one.
        public let fields: [String]
    }

    /// What is wrong with the quotes.
    public enum Fault: Error, Hashable {
        /// The quote that begins on this line is never closed.
        case openQuote(line: Int)
        /// After the quote that ends on this line, there is neither a separator nor the end of the line.
        case textAfterQuote(line: Int)
    }

    private let bytes: [UInt8]
    private let separator: UInt8
    private let comment: UInt8?
    private var place: Int
    private var line = 1

    /// Reads text in UTF-8.
    ///
    /// - Parameters:
    ///   - separator: `nil` for whichever of comma, semicolon and tab the first line has most of.
    ///   - comment: A line that begins with this byte, outside of quotes, is left out.
    public init(_ bytes: [UInt8], separator: UInt8? = UInt8(ascii: ","), comment: UInt8? = nil) {
        self.bytes = bytes
        self.separator = separator ?? Self.separator(of: bytes)
        self.comment = comment
        // The mark that some spreadsheets put at the beginning.
        place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The next record that is not an empty line; `nil` at the end.
    public mutating func next() throws(Fault) -> Record? {
        skipUnneeded()
        guard place < bytes.count else { return nil }
        let start = line
        var fields = [try field()]
        while place < bytes.count, bytes[place] == separator {
            place += 1
            fields.append(try field())
        }
        endLine()
        return Record(line: start, fields: fields)
    }

    private static func separator(of bytes: [UInt8]) -> UInt8 {
        let first = bytes.prefix { !isLineEnd($0) }
        let counts = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")].map { separator in
            (separator: separator, count: first.count { $0 == separator })
        }
        // Of several with the same count, the first one.
        return counts.reduce(counts[0]) { $1.count > $0.count ? $1 : $0 }.separator
    }

    private mutating func skipUnneeded() {
        while place < bytes.count {
            if bytes[place] == comment {
                while place < bytes.count, !Self.isLineEnd(bytes[place]) { place += 1 }
            } else if !Self.isLineEnd(bytes[place]) {
                return
            }
            endLine()
        }
    }

    private mutating func field() throws(Fault) -> String {
        if place < bytes.count, bytes[place] == UInt8(ascii: "\"") { return try quotedField() }
        let content = bytes[place...].prefix { $0 != separator && !Self.isLineEnd($0) }
        place = content.endIndex
        return String(decoding: content, as: UTF8.self)
    }

    private mutating func quotedField() throws(Fault) -> String {
        let start = line
        place += 1
        var content: [UInt8] = []
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if byte == UInt8(ascii: "\"") {
                guard place < bytes.count, bytes[place] == byte else {
                    // Blanks after the closing quotation mark can't be seen.
                    while place < bytes.count, bytes[place] != separator, [0x20, 0x09].contains(bytes[place]) {
                        place += 1
                    }
                    guard place == bytes.count || bytes[place] == separator || Self.isLineEnd(bytes[place]) else {
                        throw .textAfterQuote(line: line)
                    }
                    return String(decoding: content, as: UTF8.self)
                }
                place += 1
            } else if Self.isLineEnd(byte), !isBetweenCRAndLF(place) {
                line += 1
            }
            content.append(byte)
        }
        throw .openQuote(line: start)
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

    private func isBetweenCRAndLF(_ place: Int) -> Bool {
        place < bytes.count && bytes[place - 1] == UInt8(ascii: "\r") && bytes[place] == UInt8(ascii: "\n")
    }

    private mutating func endLine() {
        guard place < bytes.count else { return }
        place += 1
        if isBetweenCRAndLF(place) { place += 1 }
        line += 1
    }
}
