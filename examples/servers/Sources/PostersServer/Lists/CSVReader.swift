import Serving

/// Reads CSV as RFC 4180 has it: fields between commas, in quotes if they contain commas, quotes or line ends.
enum CSVReader {
    /// One record, which can go over several lines.
    struct Record: Hashable, Sendable {
        /// The line that it begins on, from 1.
        let line: Int
        /// At least one.
        let fields: [String]

        /// A field; `nil` if it is missing or empty.
        subscript(index: Int) -> String? {
            fields.indices.contains(index) && !fields[index].isEmpty ? fields[index] : nil
        }
    }

    /// The records of a text, without empty lines and lines that begin with `#`.
    ///
    /// - Throws: `invalid`, naming the line, if quotes are not balanced.
    static func records(in text: String) throws(ServiceError) -> [Record] {
        var scanner = Scanner(Array(text.utf8))
        var records: [Record] = []
        while let record = try scanner.next() { records.append(record) }
        return records
    }

    private struct Scanner {
        private let bytes: [UInt8]
        private var place: Int
        private var line = 1

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            // The mark that some spreadsheets put at the beginning.
            place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        }

        mutating func next() throws(ServiceError) -> Record? {
            skipUnneeded()
            guard place < bytes.count else { return nil }
            let start = line
            var fields: [String] = []
            while true {
                fields.append(try field())
                guard place < bytes.count, bytes[place] == UInt8(ascii: ",") else { break }
                place += 1
            }
            endLine()
            return Record(line: start, fields: fields)
        }

        private mutating func skipUnneeded() {
            while place < bytes.count {
                if bytes[place] == UInt8(ascii: "#") {
                    while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
                } else if !isLineEnd(at: place) {
                    return
                }
                endLine()
            }
        }

        private mutating func field() throws(ServiceError) -> String {
            guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else {
                let start = place
                while place < bytes.count, bytes[place] != UInt8(ascii: ","), !isLineEnd(at: place) { place += 1 }
                return String(decoding: bytes[start..<place], as: UTF8.self)
            }
            let start = line
            place += 1
            var content: [UInt8] = []
            while place < bytes.count {
                let byte = bytes[place]
                place += 1
                if byte == UInt8(ascii: "\"") {
                    guard place < bytes.count, bytes[place] == byte else {
                        guard place == bytes.count || bytes[place] == UInt8(ascii: ",") || isLineEnd(at: place) else {
                            throw ServiceError(.invalid, "Line \(line): after a closing quote, a comma is missing.")
                        }
                        return String(decoding: content, as: UTF8.self)
                    }
                    place += 1
                }
                if byte == UInt8(ascii: "\n") { line += 1 }
                content.append(byte)
            }
            throw ServiceError(.invalid, "Line \(start): a quote is never closed.")
        }

        private func isLineEnd(at place: Int) -> Bool {
            bytes[place] == UInt8(ascii: "\n")
                || bytes[place] == UInt8(ascii: "\r") && place + 1 < bytes.count
                    && bytes[place + 1] == UInt8(ascii: "\n")
        }

        private mutating func endLine() {
            guard place < bytes.count else { return }
            place += bytes[place] == UInt8(ascii: "\r") ? 2 : 1
            line += 1
        }
    }
}
