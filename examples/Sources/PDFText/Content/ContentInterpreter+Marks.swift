/// Content that is marked as having another text, or as part of a layer (ISO 32000-1, 14.6, 14.9.4 and 8.11.3).
extension ContentInterpreter {
    /// The effect of a mark on the text within it.
    enum Mark {
        /// No effect.
        case other
        case hidden(TextCollector.Place)
        case replaced(TextCollector.Place, by: String)
    }

    /// The deepest nesting of marks.
    private static let markLimit = 512

    mutating func beginMark(_ operands: borrowing OperatorReader, properties: PDFObject?) throws {
        guard marks.count < Self.markLimit else { throw ReadFailure.tooLarge }
        marks.append(try mark(operands, properties))
    }

    mutating func endMark() {
        switch marks.popLast() {
        case .hidden(let place): collector.replace(since: place, by: nil)
        case .replaced(let place, let text): collector.replace(since: place, by: text)
        case .other, nil: break
        }
    }

    private mutating func mark(_ operands: borrowing OperatorReader, _ properties: PDFObject?) throws -> Mark {
        guard operands.count > 1 else { return .other }
        if operands.isName(0, "OC") {
            usesLayers = true
            guard let name = operands.name(1), let all = try table.resolve(properties).dictionary else { return .other }
            return try table.layers.show(all[name], table) ? .other : .hidden(collector.mark())
        }
        var text = operands.string(after: "ActualText")
        if text == nil, let name = operands.name(1), let all = try table.resolve(properties).dictionary {
            text = try table.resolve(table.resolve(all[name]).dictionary?["ActualText"]).string
        }
        guard let text else { return .other }
        // Each mark may name the same long text.
        try table.spend(text.count)
        return .replaced(collector.mark(), by: text.textString)
    }
}

extension OperatorReader {
    /// The operand at an index, if it is a name.
    fileprivate func name(_ index: Int) -> String? {
        guard case .name(let range) = self[index] else { return nil }
        return String(nameBytes: text(range))
    }

    fileprivate func isName(_ index: Int, _ name: StaticString) -> Bool {
        guard case .name(let range) = self[index] else { return false }
        return text(range).elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }

    /// The string after a name in a dictionary among the operands.
    fileprivate func string(after name: StaticString) -> [UInt8]? {
        for index in 1..<count - 1 where isName(index, name) {
            if case .string(let range) = self[index + 1] { return Array(text(range)) }
        }
        return nil
    }
}

extension [UInt8] {
    /// A text string (ISO 32000-1, 7.9.2.2): UTF-16 or UTF-8 with a byte order mark, or else Latin-1, which differs from
    /// PDFDocEncoding only in some symbols.
    fileprivate var textString: String {
        if starts(with: [0xFE, 0xFF]) {
            let units = stride(from: 2, to: count - 1, by: 2).map { UInt16(self[$0]) << 8 | UInt16(self[$0 + 1]) }
            return String(decoding: units, as: UTF16.self)
        }
        if starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: dropFirst(3), as: UTF8.self) }
        return String(String.UnicodeScalarView(map { Unicode.Scalar($0) }))
    }
}
