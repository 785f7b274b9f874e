/// An object and its number, as they stand in the source.
struct IndirectObject {
    let key: ObjectKey
    let object: PDFObject
    /// The offset of its number.
    let start: Int
    /// The offset of whatever follows it: for a stream, its data.
    let end: Int
    let isStream: Bool
}

/// Reads single objects from the source, and keeps no more bytes in memory than the object needs.
struct ObjectReader {
    enum Answer {
        case object(IndirectObject)
        /// The source ends within the object, after this many of its bytes.
        case incomplete(Int)
        /// There is no object at this offset.
        case none
    }

    let source: any PDFSource
    let limit: Int

    /// How many bytes were parsed without finding an object.
    private(set) var wasted = 0

    private static let firstWindow = 1024

    init(source: any PDFSource, limit: Int) {
        self.source = source
        self.limit = limit
    }

    /// Reads the object at an offset.
    ///
    /// - Parameter isFinal: Whether the source is complete, so that an object at its end is, too.
    mutating func read(at offset: Int, isFinal: Bool) throws -> Answer {
        var length = Self.firstWindow
        while true {
            let window = try source.bytes(at: offset, length: length)
            let isWhole = window.count < length
            var parser = ObjectParser(window)
            let object = Self.parse(&parser, offset: offset)
            let isCertain = !parser.lexer.reachedEnd || (isWhole && isFinal)
            if isCertain, let object { return .object(object) }
            if isWhole, !isCertain { return .incomplete(window.count) }
            wasted += isCertain ? parser.lexer.position : window.count
            guard !isCertain, length < limit else { return .none }
            length = min(limit, length * 8)
        }
    }

    private static func parse(_ parser: inout ObjectParser, offset: Int) -> IndirectObject? {
        guard case .integer(let number) = parser.lexer.next(), number >= 0,
            case .integer(let generation) = parser.lexer.next(), generation >= 0,
            case .keyword("obj") = parser.lexer.next(), let object = parser.object()
        else { return nil }
        let key = ObjectKey(number: number, generation: generation)
        let end = parser.lexer.position
        guard case .dictionary = object, case .keyword("stream") = parser.lexer.next() else {
            return IndirectObject(key: key, object: object, start: offset, end: offset + end, isStream: false)
        }
        return IndirectObject(
            key: key, object: object, start: offset, end: offset + parser.lexer.positionAfterLineEnd(), isStream: true)
    }
}

extension Lexer {
    /// The offset of a stream's data: after the line end that follows the word `stream`.
    fileprivate mutating func positionAfterLineEnd() -> Int {
        skipBlanksBeforeLineEnd()
        guard position + 1 < bytes.count else {
            _ = end()
            return position
        }
        if bytes[position] == 13 { return position + (bytes[position + 1] == 10 ? 2 : 1) }
        return bytes[position] == 10 ? position + 1 : position
    }

    /// Skips the blanks that some writers put after the word `stream`.
    private mutating func skipBlanksBeforeLineEnd() {
        var index = position
        while index < bytes.count, bytes[index] == 32 || bytes[index] == 9 { index += 1 }
        guard index < bytes.count, bytes[index] == 10 || bytes[index] == 13 else { return }
        position = index
    }
}
