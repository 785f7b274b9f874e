/// The widths of a composite font's glyphs, or of a vertical one the heights (ISO 32000-1, 9.7.4.3).
struct GlyphWidths {
    private var widths: [Int: Double] = [:]
    private var ranges: [(range: ClosedRange<Int>, width: Double)] = []
    private let standard: Double

    /// The most ranges that are kept: no honest font comes near them.
    private static let rangeLimit = 8192

    /// - Parameter isVertical: heights are told as W and DW tell widths, but as negative numbers, each with where the glyph's
    ///   origin is.
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
        var index = 0
        while index + 1 < list.count {
            guard let first = try table.resolve(list[index]).integer, (0...0xFFFF).contains(first) else { break }
            let second = try table.resolve(list[index + 1])
            if let own = second.array {
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

    /// The width of a glyph in units of the size; the standard width for a number that is none.
    subscript(glyph: Int) -> Double { (widths[glyph] ?? width(inRanges: glyph) ?? standard) / 1000 }

    private func width(inRanges glyph: Int) -> Double? {
        let end = ranges.partitionIndex { $0.range.lowerBound <= glyph }
        guard end > 0, ranges[end - 1].range.contains(glyph) else { return nil }
        return ranges[end - 1].width
    }
}
