extension PublishingCopy {
    /// The chunks that decide how a PNG looks (W3C, PNG Third Edition, section 4.9). Texts, times, EXIF data, frames of
    /// animations and unknown chunks are left out.
    private static let visibleChunks: Set<String> = [
        "IHDR", "PLTE", "IDAT", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV", "cLLI", "bKGD", "pHYs",
    ]

    static func png(_ reader: PhotoReader, _ orientation: PhotoOrientation?) throws(PhotoError) -> CopyPieces {
        var chunks = PNGChunks(reader)
        var pieces = CopyPieces(of: .png)
        try pieces.add(0..<8)
        var hasPicture = false
        pieces.isComplete = false
        while !pieces.isComplete, let chunk = try chunks.next() {
            pieces.isComplete = chunk.type == "IEND"
            guard visibleChunks.contains(chunk.type) else { continue }
            try pieces.add(chunk.whole)
            hasPicture = hasPicture || chunk.type == "IDAT"
            if chunk.type == "IHDR", let orientation {
                try pieces.add(PNGChunks.chunk("eXIf", OrientationBlock.tiff(orientation)))
            }
        }
        guard hasPicture else { throw .damaged(.png, "it is cut off before its picture") }
        try pieces.add(PNGChunks.chunk("IEND", []))
        return pieces
    }
}
