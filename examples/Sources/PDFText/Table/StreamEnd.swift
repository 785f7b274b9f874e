/// Finds the end of a stream's bytes: from its length, or else from the word `endstream`.
struct StreamEnd {
    let start: Int

    /// How many bytes were searched.
    private(set) var searched = 0

    private static let window = 64 * 1024

    init(start: Int) { self.start = start }

    /// The range of the stream's bytes.
    ///
    /// - Parameter length: The length in the stream's dictionary; nil if it is unknown.
    /// - Returns: nil if the end has not arrived yet.
    mutating func find(length: Int?, in source: any PDFSource, isFinal: Bool) throws -> Range<Int>? {
        if let length, length >= 0, length < Int.max / 8 {
            let after = try source.bytes(at: start + length, length: 16)
            if Self.begins(after) { return start..<(start + length) }
            if after.count < 16, !isFinal { return nil }
        }
        return try search(in: source, isFinal: isFinal)
    }

    /// Searches for the end from where the last search stopped.
    private mutating func search(in source: any PDFSource, isFinal: Bool) throws -> Range<Int>? {
        while true {
            let position = start + searched
            let block = try source.bytes(at: position, length: Self.window)
            if let index = block.firstIndex(of: "endstream", from: 0) {
                var end = position + index
                let before = try source.bytes(at: max(start, end - 2), length: min(2, end - start))
                if before.last == 10 { end -= before.first == 13 && before.count == 2 ? 2 : 1 }
                if before.last == 13 { end -= 1 }
                return start..<end
            }
            guard block.count == Self.window else {
                searched += max(0, block.count - 8)
                return isFinal ? start..<(position + block.count) : nil
            }
            searched += block.count - 8
        }
    }

    /// Whether these bytes begin with `endstream`, after a line end.
    private static func begins(_ bytes: [UInt8]) -> Bool {
        let spaces = bytes.prefix { $0.isPDFSpace }.count
        return bytes.holds("endstream", at: spaces) || bytes.holds("endobj", at: spaces)
    }
}
