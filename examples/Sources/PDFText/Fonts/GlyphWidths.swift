/// The widths of a composite font's glyphs; the heights if the font is vertical (ISO 32000-1, 9.7.4.3).
struct GlyphWidths {
    private var widths: [Int: Double] = [:]
    private var ranges: [(range: ClosedRange<Int>, width: Double)] = []
    private let standard: Double

    /// The most ranges that are kept. No honest font comes near it.
    private static let rangeLimit = 8192

    /// - Parameter isVertical: Whether to read heights from W2 and DW2. They are negative, and each comes with the origin of
    ///   the glyph.
    init(_ descendant: PDFDictionary, isVertical: Bool = false, table: ObjectTable) throws {
        let (step, sign) = isVertical ? (3, -1.0) : (1, 1.0)
        let list: [PDFObject]
        if isVertical {
            let both = try table.resolve(descendant["DW2"]).array ?? []
            standard = try both.count > 1 ? -(table.resolve(both[1]).number ?? -1000) : 1000
            list = try table.resolve(descendant["W2"]).array ?? []
        } else {
            standard = try table.resolve(descendant["DW"]).number ?? 1000
            list = try table.resolve(descendant["W"]).array ?? []
        }
        // A direct font object is loaded again for each form that uses it.
        try table.spend(list.count)
        var index = 0
        while index + 1 < list.count {
            guard let first = try table.resolve(list[index]).integer, (0...0xFFFF).contains(first) else { break }
            let second = try table.resolve(list[index + 1])
            if let own = second.array {
                try table.spend(own.count)
                for (offset, index) in stride(from: 0, to: min(own.count, 0x1_0000 * step), by: step).enumerated() {
                    widths[first + offset] = try table.resolve(own[index]).number.map { $0 * sign }
                }
                index += 2
            } else if let last = second.integer, index + 2 < list.count {
                if last >= first, ranges.count < Self.rangeLimit, let width = try table.resolve(list[index + 2]).number
                {
                    ranges.append((first...last, width * sign))
                }
                index += 2 + step
            } else {
                break
            }
        }
        ranges.sort { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// The width of a glyph in units of the font size; the standard width if the font has no such glyph.
    subscript(glyph: Int) -> Double { (widths[glyph] ?? width(inRanges: glyph) ?? standard) / 1000 }

    private func width(inRanges glyph: Int) -> Double? {
        let end = ranges.partitionIndex { $0.range.lowerBound <= glyph }
        guard end > 0, ranges[end - 1].range.contains(glyph) else { return nil }
        return ranges[end - 1].width
    }
}
