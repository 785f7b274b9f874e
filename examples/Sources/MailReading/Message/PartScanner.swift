import CToolSupport

/// Finds the parts of a message in one pass over its bytes, however deep they are nested.
///
/// The delimiter of an outer part also ends all parts inside it (RFC 2046, 5.1.2). Parts may lack their closing line.
struct PartScanner {
    /// The parts found so far, each before those inside it.
    private(set) var parts: [MessagePart] = []

    /// Whether there is more than the limits allow.
    private(set) var isCut = false

    /// The most parts. A part inside a part at the deepest level is not taken apart.
    static let limits = (parts: 10_000, depth: 250, headers: 8 << 20)

    /// A part whose end was not found yet.
    private struct Open {
        let index: Int
        /// The delimiter between the parts inside it; nil if it has none, or if its last one has ended.
        var delimiter: [UInt8]?
    }

    private var open: [Open] = []
    /// The places of the open parts with a delimiter, the outermost first. A line is looked up here: a message may have millions of
    /// lines that begin like a delimiter, and hundreds of open parts.
    private var places: [[UInt8]: [Int]] = [:]
    private var isInHeader = false
    private var headerBytes = 0
    /// How many bytes the line end before the current line has.
    private var lastLineEnd = 0
    /// The last byte of the block before.
    private var lastByte: UInt8 = 0
    /// The beginning of a line whose rest comes with the next block.
    private var begun: [UInt8] = []
    private var begunCount = 0

    /// A boundary has at most 70 characters. More of a line in a body is never looked at.
    private static let bodyLineLimit = 1024

    /// - Parameter blockSize: How many bytes are read at a time.
    static func scan<Source: MessageSource>(
        _ source: Source, blockSize: Int = 256 << 10
    ) throws(Source.Failure) -> PartScanner {
        var scanner = PartScanner()
        scanner.begin(at: 0, inside: nil)
        var offset = 0
        while offset < source.count, scanner.wantsMore {
            let block = try source.bytes(offset..<min(source.count, offset + blockSize))
            if block.isEmpty { break }
            scanner.take(block, at: offset)
            offset += block.count
        }
        scanner.finish(at: scanner.isCut || scanner.wantsMore ? offset : source.count)
        return scanner
    }

    /// Whether the bytes that follow can change anything.
    private var wantsMore: Bool { !isCut && (isInHeader || open.contains { $0.delimiter != nil }) }

    private mutating func take(_ block: [UInt8], at offset: Int) {
        defer { lastByte = block.last ?? 0 }
        block.withUnsafeBytes { bytes in
            var start = 0
            while start < bytes.count, !isCut {
                let left = bytes.count - start
                guard let found = memchr(bytes.baseAddress! + start, 10, left) else {
                    keep(bytes[start...])
                    return
                }
                let end = bytes.baseAddress!.distance(to: found) + 1
                if begunCount == 0 {
                    takeLine(
                        isInteresting(bytes, start) ? Array(bytes[start..<end]) : nil, offset + start, offset + end)
                } else {
                    let lineStart = offset + start - begunCount
                    keep(bytes[start..<end])
                    let line = begun
                    (begun, begunCount) = ([], 0)
                    takeLine(line, lineStart, offset + end)
                }
                // What a delimiter line takes with it: CR and LF, or LF.
                let isPair = (end >= 2 ? bytes[end - 2] : lastByte) == 13
                lastLineEnd = isPair ? 2 : 1
                start = end
            }
        }
    }

    private func isInteresting(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Bool {
        isInHeader || bytes[start] == UInt8(ascii: "-")
    }

    private mutating func keep(_ bytes: Slice<UnsafeRawBufferPointer>) {
        let limit = isInHeader ? Header.limit : Self.bodyLineLimit
        begun += bytes.prefix(max(0, limit - begun.count))
        begunCount += bytes.count
    }

    private mutating func finish(at end: Int) {
        if begunCount > 0, !isCut {
            let (line, start) = (begun, end - begunCount)
            begunCount = 0
            takeLine(line, start, end)
        }
        // A file ends with the end of its last line, which belongs to the last part.
        while !open.isEmpty { closeLast(at: end) }
    }

    // MARK: - Lines

    /// Takes a line.
    /// - Parameter line: Its bytes with its end; nil if they don't matter.
    private mutating func takeLine(_ line: [UInt8]?, _ start: Int, _ end: Int) {
        guard let line else { return }
        let content = line[...].withoutLineEnd
        if content.starts(with: "--".utf8), let (place, isLast) = delimiter(content) {
            let ending = max(0, start - lastLineEnd)
            while open.count > place + 1 { closeLast(at: ending) }
            isInHeader = false
            if isLast {
                forgetDelimiter(at: place)
            } else {
                begin(at: end, inside: open[place].index)
            }
            return
        }
        guard isInHeader, let part = open.last?.index else { return }
        switch parts[part].header.take(content) {
        case .header:
            headerBytes += content.count
            if headerBytes > Self.limits.headers { isCut = true }
        case .end: enter(part, at: end)
        case .body:
            enter(part, at: start)
            // The line may be the first one of a message inside this part.
            if isInHeader { takeLine(line, start, end) }
        }
    }

    /// The outermost open part that a line delimits, and whether it is its last delimiter.
    private func delimiter(_ line: ArraySlice<UInt8>) -> (place: Int, isLast: Bool)? {
        let line = line.withoutBlanksAtEnd
        guard line.count > 2, !places.isEmpty else { return nil }
        let next = places[Array(line)]?.first
        let last = line.suffix(2).elementsEqual("--".utf8) ? places[Array(line.dropLast(2))]?.first : nil
        if let next, next <= last ?? next { return (next, false) }
        return last.map { ($0, true) }
    }

    /// Makes the innermost open part one whose parts are separated.
    private mutating func separate(by boundary: [UInt8]) {
        // RFC 2046, 5.1.1: a boundary never ends with a blank, and blanks may follow it.
        let boundary = boundary[...].withoutBlanksAtEnd
        guard !boundary.isEmpty else { return }
        let delimiter = Array("--".utf8) + boundary
        open[open.count - 1].delimiter = delimiter
        places[delimiter, default: []].append(open.count - 1)
    }

    /// The parts inside a part have ended. All parts that are open are outside of it.
    private mutating func forgetDelimiter(at place: Int) {
        guard let delimiter = open[place].delimiter else { return }
        open[place].delimiter = nil
        places[delimiter]?.removeLast()
        if places[delimiter]?.isEmpty == true { places[delimiter] = nil }
    }

    private mutating func closeLast(at end: Int) {
        forgetDelimiter(at: open.count - 1)
        close(open.removeLast().index, at: end)
    }

    // MARK: - Parts

    private mutating func begin(at start: Int, inside parent: Int?) {
        guard parts.count < Self.limits.parts else { return isCut = true }
        if let parent { parts[parent].hasParts = true }
        parts.append(MessagePart(depth: parent.map { parts[$0].depth + 1 } ?? 0, parent: parent, start: start))
        open.append(Open(index: parts.count - 1))
        isInHeader = true
    }

    /// The header of a part has ended, and its body begins.
    private mutating func enter(_ part: Int, at start: Int) {
        isInHeader = false
        parts[part].body = start..<start
        describe(part)
        guard parts[part].depth < Self.limits.depth else { return }
        let type = parts[part].contentType
        if let boundary = type.boundary {
            separate(by: boundary)
        } else if type.isMessage, parts[part].header.transferEncoding == .identity {
            begin(at: start, inside: part)
        }
    }

    private mutating func describe(_ part: Int) {
        let isDigest = parts[part].parent.map { parts[$0].mediaType == "multipart/digest" } ?? false
        // RFC 2046, 5.1.5: a digest consists of messages.
        parts[part].contentType = parts[part].header.statedContentType ?? (isDigest ? .message : .plainText)
    }

    private mutating func close(_ part: Int, at end: Int) {
        if isInHeader, part == parts.count - 1 {
            // There is no body.
            describe(part)
            parts[part].body = end..<end
        } else {
            parts[part].body = parts[part].body.lowerBound..<max(parts[part].body.lowerBound, end)
        }
    }
}

extension ArraySlice<UInt8> {
    /// The line without LF or CRLF at its end.
    fileprivate var withoutLineEnd: ArraySlice<UInt8> {
        guard last == UInt8(ascii: "\n") else { return self }
        let line = dropLast()
        return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
}
