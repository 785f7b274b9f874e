/// Scans a source from its beginning, and finds its objects in the order in which they stand.
///
/// Only positions are kept between calls, so the result depends on the bytes and not on when they arrived.
struct ObjectScanner {
    enum Found {
        case object(IndirectObject, PDFObject)
        case trailer(PDFDictionary)
    }

    private let source: any PDFSource
    private let limits: PDFLimits
    private var reader: ObjectReader
    private var position = 0
    private var pending: (object: IndirectObject, end: StreamEnd)?

    /// How many bytes after the word `trailer` were parsed. The search goes on within them.
    private var parsed = 0

    /// How long the source must be before anything new can be found.
    private var needed = 0

    init(source: any PDFSource, limits: PDFLimits) {
        self.source = source
        self.limits = limits
        reader = ObjectReader(source: source, limit: limits.objectBytes)
    }

    /// The next object that has arrived completely; nil if there is none yet.
    ///
    /// - Parameter length: Resolves the length in a stream's dictionary; returns nil if it is not known yet.
    mutating func next(isFinal: Bool, length: (PDFObject?) -> Int?) throws -> Found? {
        guard isFinal || source.count >= needed else { return nil }
        while true {
            if let pending { return try finish(pending.object, pending.end, isFinal: isFinal, length: length) }
            // A file full of bytes that only look like objects is not honest.
            guard reader.wasted + parsed < limits.scannedForNothing else { return nil }
            guard let (start, isTrailer) = try nextHeader() else { return nil }
            if isTrailer {
                let window = try source.bytes(at: start + 7, length: 8192)
                if window.count < 8192, !isFinal, window.firstIndex(of: "startxref", from: 0) == nil {
                    needed = source.count + 1
                    return nil
                }
                position = start + 7
                var parser = ObjectParser(window)
                let object = parser.object()
                parsed += parser.lexer.position
                if case .dictionary(let trailer) = object { return .trailer(trailer) }
                continue
            }
            switch try reader.read(at: start, isFinal: isFinal) {
            case .none: position = start + 5
            case .incomplete(let count):
                position = start
                needed = start + count + count / 2 + 1
                return nil
            case .object(let object):
                position = object.end
                guard object.isStream else { return .object(object, object.object) }
                pending = (object, StreamEnd(start: object.end))
            }
        }
    }

    /// A stream, once its end has arrived.
    private mutating func finish(
        _ object: IndirectObject, _ end: StreamEnd, isFinal: Bool, length: (PDFObject?) -> Int?
    ) throws -> Found? {
        guard case .dictionary(let dictionary) = object.object else { return nil }
        var end = end
        let known = length(dictionary["Length"])
        guard let range = try end.find(length: known, in: source, isFinal: isFinal) else {
            pending = (object, end)
            needed = source.count + 1
            if let known, known >= 0, known < limits.decodedStream { needed = max(needed, object.end + known + 9) }
            return nil
        }
        pending = nil
        position = range.upperBound
        return .object(object, .stream(PDFStream(dictionary: dictionary, range: range, key: object.key)))
    }

    /// The offset of the next `n g obj` or `trailer`.
    private mutating func nextHeader() throws -> (start: Int, isTrailer: Bool)? {
        var length = 256
        while true {
            let block = try source.bytes(at: position, length: length)
            var index = 0
            while index < block.count {
                if block[index] == UInt8(ascii: "o"), block.holds("obj", at: index),
                    let start = Self.headerStart(block, before: index)
                {
                    return (position + start, false)
                }
                if block[index] == UInt8(ascii: "t"), block.holds("trailer", at: index) {
                    return (position + index, true)
                }
                index += 1
            }
            // The last bytes may be the beginning of a header.
            let isLast = block.count < length
            position += max(0, block.count - 40)
            if isLast {
                needed = source.count + 1
                return nil
            }
            length = min(64 * 1024, length * 8)
        }
    }

    /// The index of the two numbers before the word `obj`; nil if there are none, as in `endobj`.
    private static func headerStart(_ block: [UInt8], before word: Int) -> Int? {
        var index = word
        for _ in 0..<2 {
            let afterSpace = index
            while index > 0, block[index - 1].isPDFSpace { index -= 1 }
            guard index < afterSpace else { return nil }
            let afterDigits = index
            while index > 0, block[index - 1].isASCIIDigit { index -= 1 }
            guard index < afterDigits else { return nil }
        }
        return index
    }
}
