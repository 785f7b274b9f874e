/// A map from a font's codes to Unicode text (`ToUnicode`) or to glyph numbers (`Encoding`): ISO 32000-1, 9.7.5 and 9.10.3.
struct CMap: Sendable {
    /// A range of codes that have the same length.
    struct CodeSpace: Sendable {
        let length: Int
        let range: ClosedRange<UInt32>

        /// Whether each byte of a code is within the bounds of its place.
        func contains(_ code: UInt32) -> Bool {
            for shift in stride(from: UInt32(0), to: UInt32(length) * 8, by: 8) {
                let byte = code >> shift & 0xFF
                if byte < range.lowerBound >> shift & 0xFF || byte > range.upperBound >> shift & 0xFF { return false }
            }
            return true
        }
    }

    private struct Mapped<Value: Sendable>: Sendable {
        let range: ClosedRange<UInt32>
        let value: Value
        /// The distance of the range from the beginning of the entry that it is a part of.
        var offset: UInt32 = 0
    }

    /// The most entries of a map: a little more than there are codes of two bytes.
    private static let limit = 70_000

    private(set) var codeSpaces: [CodeSpace] = []
    private var texts: [Mapped<[UInt16]>] = []
    private var glyphs: [Mapped<Int>] = []

    /// - Parameter named: Finds a map that this one extends.
    init(parsing bytes: [UInt8], named: (String) -> CMap? = { _ in nil }) {
        var parser = ObjectParser(bytes)
        var section = Keyword.unknown
        var operands: [PDFObject] = []
        while !parser.lexer.isAtEnd {
            let start = parser.lexer.position
            if let object = parser.object() {
                operands.append(object)
                if operands.count >= 3, section == "beginbfrange" || section == "begincidrange" {
                    addRange(operands, isText: section == "beginbfrange")
                    operands = []
                } else if operands.count >= 2, section == "beginbfchar" || section == "begincidchar" {
                    addRange([operands[0], operands[0], operands[1]], isText: section == "beginbfchar")
                    operands = []
                } else if operands.count >= 2, section == "begincodespacerange" {
                    addCodeSpace(operands)
                    operands = []
                } else if operands.count > 3 {
                    operands = []
                }
            } else {
                parser.lexer.position = start
                if case .keyword(let word) = parser.lexer.next() { section = word }
                if section == "usecmap", let base = operands.last?.name.flatMap(named) { extend(base) }
                operands = []
            }
            if texts.count + glyphs.count + codeSpaces.count >= Self.limit { break }
        }
        texts = Self.parted(texts)
        glyphs = Self.parted(glyphs)
    }

    /// The map for codes of two bytes that are UTF-16.
    static let identity: CMap = {
        var map = CMap(parsing: [])
        map.codeSpaces = [CodeSpace(length: 2, range: 0...0xFFFF)]
        map.texts = [Mapped(range: 0...0xFFFF, value: [0])]
        return map
    }()

    /// Begins with the entries of another map. Own entries take precedence.
    private mutating func extend(_ base: CMap) {
        codeSpaces = base.codeSpaces + codeSpaces
        texts = base.texts + texts
        glyphs = base.glyphs + glyphs
    }

    /// Sorts entries by their codes, and removes overlaps. The last entry for a code takes precedence.
    private static func parted<Value>(_ entries: [Mapped<Value>]) -> [Mapped<Value>] {
        let sorted = entries.sorted { $0.range.lowerBound < $1.range.lowerBound }
        let overlap = zip(sorted, sorted.dropFirst()).contains { $0.range.upperBound >= $1.range.lowerBound }
        guard overlap else { return sorted }
        // All codes between two bounds belong to one entry: the last that contains them. So go from the last to the first.
        let bounds = Set(entries.flatMap { [UInt64($0.range.lowerBound), UInt64($0.range.upperBound) + 1] }).sorted()
        let places = Dictionary(uniqueKeysWithValues: zip(bounds, bounds.indices))
        var owners = [Int?](repeating: nil, count: bounds.count)
        // For each part, the next part without an owner, or one on the way there.
        var free = Array(bounds.indices)
        for (index, entry) in entries.enumerated().reversed() {
            let end = places[UInt64(entry.range.upperBound) + 1] ?? 0
            var place = places[UInt64(entry.range.lowerBound)] ?? end
            while place < end {
                if owners[place] == nil {
                    owners[place] = index
                    free[place] = place + 1
                }
                free[place] = free[free[place]]
                place = free[place]
            }
        }
        return owners.indices.compactMap { place in
            owners[place].map { index in
                let entry = entries[index]
                let first = UInt32(bounds[place])
                return Mapped(
                    range: first...UInt32(bounds[place + 1] - 1), value: entry.value,
                    offset: first - entry.range.lowerBound)
            }
        }
    }

    /// The text of a code as UTF-8; nil if the map doesn't contain the code.
    func text(_ code: UInt32) -> [UInt8]? {
        guard let found = Self.find(code, in: texts) else { return nil }
        var units = found.value
        if let last = units.indices.last {
            units[last] &+= UInt16(truncatingIfNeeded: code - found.range.lowerBound + found.offset)
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// The glyph number of a code; nil if the map doesn't contain the code.
    func glyph(_ code: UInt32) -> Int? {
        Self.find(code, in: glyphs).map { $0.value + Int(code - $0.range.lowerBound + $0.offset) }
    }

    private static func find<Value>(_ code: UInt32, in mapped: [Mapped<Value>]) -> Mapped<Value>? {
        let end = mapped.partitionIndex { $0.range.lowerBound <= code }
        guard end > 0, mapped[end - 1].range.contains(code) else { return nil }
        return mapped[end - 1]
    }

    private mutating func addRange(_ operands: [PDFObject], isText: Bool) {
        guard let first = operands[0].string?.code, let last = operands[1].string?.code, first <= last else { return }
        guard isText else {
            if let glyph = operands[2].integer, (0...0xFFFF).contains(glyph) {
                glyphs.append(Mapped(range: first...last, value: glyph))
            }
            return
        }
        if let text = operands[2].string {
            texts.append(Mapped(range: first...last, value: text.utf16))
        } else if let list = operands[2].array {
            for (index, element) in list.enumerated().prefix(Int(last - first) + 1) {
                guard let text = element.string else { continue }
                let code = first + UInt32(index)
                texts.append(Mapped(range: code...code, value: text.utf16))
            }
        }
    }

    private mutating func addCodeSpace(_ operands: [PDFObject]) {
        guard let low = operands[0].string, let first = low.code, let last = operands[1].string?.code, first <= last
        else { return }
        // The maps of East Asian encodings have five at most, and each code of a string is compared with all of them.
        guard codeSpaces.count < 16 else { return }
        codeSpaces.append(CodeSpace(length: low.count, range: first...last))
    }
}

extension [UInt8] {
    /// A code of one to four bytes.
    fileprivate var code: UInt32? {
        (1...4).contains(count) ? reduce(0) { $0 << 8 | UInt32($1) } : nil
    }

    /// The bytes as big-endian UTF-16. If their number is odd, each byte is a character.
    fileprivate var utf16: [UInt16] {
        guard count % 2 == 0 else { return prefix(32).map { UInt16($0) } }
        return stride(from: 0, to: Swift.min(count, 64), by: 2).map { UInt16(self[$0]) << 8 | UInt16(self[$0 + 1]) }
    }
}
