/// The chunks between a PNG image's header and its pixels that affect how they look: palette, transparency, and the color space.
///
/// All other chunks are dropped: an icon needs no texts, and compressed texts may be bombs.
struct PNGSettings {
    private(set) var chunks: [PNGChunk] = []

    var hasPalette: Bool { has("PLTE") }

    /// Keeps a chunk if it belongs here.
    ///
    /// - Returns: The reason to refuse the image if it is malformed or needs an unknown chunk; `nil` otherwise.
    mutating func fault(adding chunk: PNGChunk, to header: PNGHeader, isCrushed: Bool, hasPixels: Bool) -> String? {
        let isFirst = !has(chunk.kind) && !hasPixels
        switch (chunk.kind, header.colorType) {
        case ("PLTE", .palette):
            guard isFirst, chunk.data.count % 3 == 0, 3...(3 << header.depth) ~= chunk.data.count else {
                return "its palette has a wrong length or place"
            }
            chunks.append(chunk)
        case ("PLTE", .color), ("PLTE", .colorWithAlpha): break  // what poor screens may use
        // The order of the colors in a crushed image is not known here, and Xcode writes none.
        case ("tRNS", .palette), ("tRNS", .gray),
            ("tRNS", .color) where !isCrushed:
            guard isFirst, isTransparency(chunk.data.count, for: header.colorType) else {
                return "its transparent colors have a wrong length or place"
            }
            chunks.append(chunk)
        case ("gAMA", _) where isFirst && chunk.data.count == 4, ("sRGB", _) where isFirst && chunk.data.count == 1,
            ("cHRM", _) where isFirst && chunk.data.count == 32:
            chunks.append(chunk)
        default:
            if chunk.isCritical { return "it contains the chunk \(chunk.kind), which is unknown or misplaced" }
        }
        return nil
    }

    private func isTransparency(_ length: Int, for colorType: PNGHeader.ColorType) -> Bool {
        switch colorType {
        case .gray: length == 2
        case .color: length == 6
        default: chunks.contains { $0.kind == "PLTE" && 1...($0.data.count / 3) ~= length }
        }
    }

    private func has(_ kind: String) -> Bool { chunks.contains { $0.kind == kind } }
}
