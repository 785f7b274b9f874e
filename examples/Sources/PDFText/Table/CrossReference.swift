/// The places of a file's current objects, read from its end (ISO 32000-1, 7.5.4 to 7.5.8): tables, streams, hybrids of the
/// two, and the chain of updates.
struct CrossReference {
    private(set) var places: [Int: ObjectPlace] = [:]

    /// The newest trailer.
    private(set) var trailer: PDFDictionary = [:]

    private let source: any PDFSource
    private let limits: PDFLimits
    /// Reads the streams of the chain, and counts the work of all sections together: many sections may name one stream. It
    /// knows no places, since a stream that tells where objects are can't refer to any.
    private let table: ObjectTable

    /// The work of an entry, in bytes. It takes as long as decoding so many.
    private static let entryWork = 16

    /// Reads the whole chain.
    ///
    /// - Throws: ``ReadFailure`` if any part of the chain is damaged.
    init(source: any PDFSource, limits: PDFLimits) throws {
        self.source = source
        self.limits = limits
        table = ObjectTable(source: source, limits: limits, isFinal: false)
        var waiting = [try start()]
        var visited: Set<Int> = []
        while let offset = waiting.popLast() {
            guard visited.insert(offset).inserted else { continue }
            guard visited.count <= 4096 else { throw ReadFailure.tooLarge }
            let section = try readSection(at: offset)
            if trailer.isEmpty { trailer = section }
            // The stream of a hybrid file takes precedence over older sections.
            for key in ["Prev", "XRefStm"] {
                // Some writers put a 0 if there is none.
                if let offset = section[key]?.integer, offset != 0 { waiting.append(offset) }
            }
        }
    }

    /// How much other data may follow the end of the file, such as a part of a web page.
    private static let tailLimit = 64 * 1024

    /// The offset after the last `startxref`.
    ///
    /// - Throws: ``ReadFailure/damaged`` if there is none, or if an unfinished update follows it.
    private func start() throws -> Int {
        let length = min(Self.tailLimit, source.count)
        let tail = try source.bytes(at: source.count - length, length: length)
        var found: Int?
        var index = 0
        while let next = tail.firstIndex(of: "startxref", from: index) {
            found = next
            index = next + 9
        }
        guard let found else { throw ReadFailure.damaged }
        var lexer = Lexer(tail, at: found + 9)
        guard case .integer(let offset) = lexer.next(), offset >= 0 else { throw ReadFailure.damaged }
        // Other data may follow `%%EOF`, which is a comment. An update begins with the number of an object.
        if case .integer(1...) = lexer.next() { throw ReadFailure.damaged }
        return offset
    }

    private mutating func readSection(at offset: Int) throws -> PDFDictionary {
        let beginning = try source.bytes(at: offset, length: 16)
        let spaces = beginning.prefix { $0.isPDFSpace }.count
        return beginning.holds("xref", at: spaces)
            ? try readTable(at: offset + spaces + 4) : try readStream(at: offset)
    }

    /// Adds an entry, unless a newer one exists.
    private mutating func add(_ number: Int, _ place: ObjectPlace) throws {
        guard places[number] == nil else { return }
        guard places.count < limits.objects else { throw ReadFailure.tooLarge }
        places[number] = place
    }

    // MARK: A table

    private mutating func readTable(at offset: Int) throws -> PDFDictionary {
        var position = offset
        var number = 0
        var left = 0
        while true {
            let window = try source.bytes(at: position, length: 64 * 1024)
            let isLast = window.count < 64 * 1024
            var lexer = Lexer(window)
            while true {
                let mark = lexer.position
                // An entry has 20 bytes. The trailer has to fit into the rest of this window or into the next one.
                if !isLast, mark > window.count - 16 * 1024 {
                    position += mark
                    break
                }
                try table.spend(Self.entryWork)
                switch lexer.next() {
                case .keyword("trailer"):
                    var parser = ObjectParser(window, at: lexer.position)
                    guard case .dictionary(let trailer) = parser.object() else { throw ReadFailure.damaged }
                    return trailer
                case .integer(let first):
                    guard case .integer(let second) = lexer.next() else { throw ReadFailure.damaged }
                    if left == 0 {
                        guard first >= 0, first <= Int32.max, second >= 0 else { throw ReadFailure.damaged }
                        (number, left) = (first, second)
                        continue
                    }
                    guard case .keyword(let kind) = lexer.next() else { throw ReadFailure.damaged }
                    // Some writers count from 1, although the head of the list of free objects is object 0.
                    if number == 1, (first, second) == (0, 65535), try leads(lexer, to: 1) { number = 0 }
                    try add(number, kind == "n" ? .offset(first) : .free)
                    number += 1
                    left -= 1
                default: throw ReadFailure.damaged
                }
            }
        }
    }

    /// Whether the next entry of a table leads to an object with this number.
    private func leads(_ lexer: Lexer, to number: Int) throws -> Bool {
        var lexer = lexer
        guard case .integer(let offset) = lexer.next(), offset >= 0, offset < source.count else { return false }
        var head = Lexer(try source.bytes(at: offset, length: 32))
        guard case .integer(number) = head.next(), case .integer = head.next(), case .keyword("obj") = head.next()
        else {
            return false
        }
        return true
    }

    // MARK: A stream

    private mutating func readStream(at offset: Int) throws -> PDFDictionary {
        var reader = ObjectReader(source: source, limit: limits.objectBytes)
        let answer = try reader.read(at: offset, isFinal: true)
        guard case .object(let found) = answer, found.isStream else { throw ReadFailure.damaged }
        try table.spend(found.end - found.start)
        guard let stream = try table.complete(found).stream, stream.dictionary["Type"]?.name == "XRef" else {
            throw ReadFailure.damaged
        }
        let dictionary = stream.dictionary
        let widths = dictionary["W"]?.array?.compactMap(\.integer) ?? []
        guard widths.count == 3, widths.allSatisfy((0...8).contains), widths.reduce(0, +) > 0 else {
            throw ReadFailure.damaged
        }
        let size = dictionary["Size"]?.integer ?? 0
        let sections = dictionary["Index"]?.array?.compactMap(\.integer) ?? [0, size]
        let bytes = try table.bytes(of: stream).bytes
        var position = 0
        for section in stride(from: 0, to: sections.count - 1, by: 2) {
            let first = sections[section]
            guard first >= 0, first <= Int32.max else { throw ReadFailure.damaged }
            var number = first
            let end = first + max(0, min(sections[section + 1], limits.objects))
            while number < end, position + widths.reduce(0, +) <= bytes.count {
                try table.spend(Self.entryWork)
                let fields = widths.map { width in
                    let field = bytes[position..<(position + width)]
                    position += width
                    return Int(truncatingIfNeeded: field.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
                }
                switch widths[0] == 0 ? 1 : fields[0] {
                case 1: try add(number, .offset(fields[1]))
                case 2: try add(number, .compressed(stream: fields[1], index: fields[2]))
                default: try add(number, .free)
                }
                number += 1
            }
        }
        return dictionary
    }
}
