/// The pixels of an image of Xcode's PNG variant, made those of an ordinary one.
///
/// Xcode writes colours of 8 bits, with or without alpha, and keeps interlacing.
enum CrushedPixels {
    /// The pixels with zlib's header, red first, colours not multiplied by alpha.
    static func standard(_ file: PNGFile, limit: Int) throws(PackageError) -> [UInt8] {
        let header = file.header
        guard header.depth == 8, header.colourType == .colour || header.colourType == .colourWithAlpha else {
            throw .icon(file.name, "it is a CgBI image, and not in colours of 8 bits")
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
                restore(&row, hasAlpha: header.colourType == .colourWithAlpha)
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

    /// The colour that, multiplied by this alpha, gives this one; 0 where nothing of it can be seen.
    static func divided(_ colour: UInt8, byAlpha alpha: UInt8) -> UInt8 {
        guard alpha > 0 else { return 0 }
        return UInt8(min(255, (Int(colour) * 255 + Int(alpha) / 2) / Int(alpha)))
    }
}
