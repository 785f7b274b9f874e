/// What must stand between a PNG image's header and its pixels for them to look right: palette, transparency, and the kind
/// of colours that they are.
///
/// Everything else is left behind: an icon needs no texts, and what is packed in them may be a bomb.
struct PNGSettings {
    private(set) var chunks: [PNGChunk] = []

    var hasPalette: Bool { has("PLTE") }

    /// Takes what belongs here. Gives the reason where the image is malformed or cannot be shown without a chunk that
    /// nobody knows.
    mutating func fault(adding chunk: PNGChunk, to header: PNGHeader, isCrushed: Bool, hasPixels: Bool) -> String? {
        let isFirst = !has(chunk.kind) && !hasPixels
        switch (chunk.kind, header.colourType) {
        case ("PLTE", .palette):
            guard isFirst, chunk.data.count % 3 == 0, 3...(3 << header.depth) ~= chunk.data.count else {
                return "its palette has a wrong length or place"
            }
            chunks.append(chunk)
        case ("PLTE", .colour), ("PLTE", .colourWithAlpha): break  // what poor screens may use
        // Of a crushed image the order of the colours is not known here, and Xcode writes none.
        case ("tRNS", .palette), ("tRNS", .grey),
            ("tRNS", .colour) where !isCrushed:
            guard isFirst, isTransparency(chunk.data.count, for: header.colourType) else {
                return "its transparent colours have a wrong length or place"
            }
            chunks.append(chunk)
        case ("gAMA", _) where isFirst && chunk.data.count == 4, ("sRGB", _) where isFirst && chunk.data.count == 1,
            ("cHRM", _) where isFirst && chunk.data.count == 32:
            chunks.append(chunk)
        default:
            if chunk.isCritical { return "it holds the chunk \(chunk.kind), which is unknown or has no place there" }
        }
        return nil
    }

    private func isTransparency(_ length: Int, for colourType: PNGHeader.ColourType) -> Bool {
        switch colourType {
        case .grey: length == 2
        case .colour: length == 6
        default: chunks.contains { $0.kind == "PLTE" && 1...($0.data.count / 3) ~= length }
        }
    }

    private func has(_ kind: String) -> Bool { chunks.contains { $0.kind == kind } }
}
