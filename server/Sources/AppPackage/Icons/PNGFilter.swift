/// The filters that predict the bytes of a row from those to the left and above (W3C, Portable Network Graphics, third edition,
/// section 9).
enum PNGFilter: UInt8, CaseIterable {
    case none, sub, up, average, paeth

    /// The prediction for a byte, from its neighbors to the left, above, and above to the left.
    @inline(__always)
    private func prediction(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
        switch self {
        case .none: return 0
        case .sub: return left
        case .up: return above
        case .average: return UInt8((Int(left) + Int(above)) / 2)
        case .paeth:
            let sum = Int(left) + Int(above) - Int(corner)
            let (toLeft, toAbove, toCorner) = (abs(sum - Int(left)), abs(sum - Int(above)), abs(sum - Int(corner)))
            if toLeft <= toAbove, toLeft <= toCorner { return left }
            return toAbove <= toCorner ? above : corner
        }
    }

    /// Restores the bytes of a filtered row; both rows have the same length.
    func undo(_ row: inout [UInt8], above: [UInt8], pixelSize: Int) {
        for index in 0..<min(row.count, above.count) {
            let hasLeft = index >= pixelSize
            row[index] &+= prediction(
                hasLeft ? row[index - pixelSize] : 0, above[index], hasLeft ? above[index - pixelSize] : 0)
        }
    }

    /// Appends the number of the filter and the filtered row.
    ///
    /// - Returns: The sum of the differences' magnitudes; `nil` if it is not below the limit.
    private func apply(
        to row: [UInt8], above: [UInt8], pixelSize: Int, into result: inout [UInt8], below limit: Int
    ) -> Int? {
        result[0] = rawValue
        var sum = 0
        for index in 0..<min(row.count, above.count) {
            let hasLeft = index >= pixelSize
            let difference =
                row[index]
                &- prediction(
                    hasLeft ? row[index - pixelSize] : 0, above[index], hasLeft ? above[index - pixelSize] : 0)
            result[index + 1] = difference
            sum += Int(Int8(bitPattern: difference).magnitude)
            if sum >= limit { return nil }
        }
        return sum
    }

    /// A row with the filter that has the smallest sum of differences, as the specification recommends (section 12.7).
    static func best(for row: [UInt8], above: [UInt8], pixelSize: Int) -> [UInt8] {
        var best: (row: [UInt8], sum: Int) = ([], .max)
        var candidate = [UInt8](repeating: 0, count: row.count + 1)
        for filter in allCases {
            guard
                let sum = filter.apply(
                    to: row, above: above, pixelSize: pixelSize, into: &candidate, below: best.sum)
            else { continue }
            best.sum = sum
            if best.row.isEmpty { best.row = candidate } else { swap(&best.row, &candidate) }
        }
        return best.row
    }
}

/// Converts the pixels of Xcode's PNG variant to those of an ordinary image.
///
/// Xcode writes 8-bit colors, with or without alpha, and keeps interlacing.
enum CrushedPixels {
    /// The pixels with zlib's header, red first, and with colors that are not multiplied by alpha.
    static func standard(_ file: PNGFile, limit: Int) throws(PackageError) -> [UInt8] {
        let header = file.header
        guard header.depth == 8, header.colorType == .color || header.colorType == .colorWithAlpha else {
            throw .icon(file.name, "it is a CgBI image, and not in colors of 8 bits")
        }
        let rows = try PNGRows(file)
        let deflater = try Deflater(limit: limit)
        for pass in header.passes {
            var crushedAbove = [UInt8](repeating: 0, count: pass.rowSize)
            var above = crushedAbove
            for _ in 0..<pass.rows {
                var (filter, row) = try rows.next(pass)
                filter.undo(&row, above: crushedAbove, pixelSize: header.pixelSize)
                crushedAbove = row
                restore(&row, hasAlpha: header.colorType == .colorWithAlpha)
                let filtered = PNGFilter.best(for: row, above: above, pixelSize: header.pixelSize)
                guard deflater.append(filtered) else { throw file.tooLarge(limit) }
                above = row
            }
        }
        try rows.finish()
        guard deflater.finish() else { throw file.tooLarge(limit) }
        return deflater.output
    }

    private static func restore(_ row: inout [UInt8], hasAlpha: Bool) {
        let size = hasAlpha ? 4 : 3
        for pixel in stride(from: 0, to: row.count - size + 1, by: size) {
            row.swapAt(pixel, pixel + 2)
            guard hasAlpha, row[pixel + 3] < 255 else { continue }
            for channel in pixel..<pixel + 3 { row[channel] = divided(row[channel], byAlpha: row[pixel + 3]) }
        }
    }

    /// The color that gives `value` when multiplied by this alpha; 0 if it is invisible.
    static func divided(_ color: UInt8, byAlpha alpha: UInt8) -> UInt8 {
        guard alpha > 0 else { return 0 }
        return UInt8(min(255, (Int(color) * 255 + Int(alpha) / 2) / Int(alpha)))
    }
}
