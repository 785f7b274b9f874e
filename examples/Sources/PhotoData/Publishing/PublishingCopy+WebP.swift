extension PublishingCopy {
    /// The picture, its transparency and its color profile stay.
    static func webp(_ reader: PhotoReader, _ orientation: PhotoOrientation?) throws(PhotoError) -> CopyPieces {
        var chunks = try WebPChunks(reader)
        var header: [UInt8]?
        // The first chunk of each type, in the order of the file.
        var kept: [WebPChunks.Chunk] = []
        while let chunk = try chunks.next() {
            switch chunk.type {
            case "VP8X" where header == nil: header = try chunks.data(of: chunk, limit: 10)
            case "ICCP", "ALPH", "VP8 ", "VP8L":
                if !kept.contains(where: { $0.type == chunk.type }) { kept.append(chunk) }
            case "ANIM", "ANMF":
                throw PhotoError(.unsupported, "This WebP is an animation. Send a still photo.")
            default: break
            }
        }
        guard let picture = kept.first(where: { $0.type.hasPrefix("VP8") }) else {
            throw .damaged(.webp, "it is cut off before its picture")
        }
        guard var header else {
            // Such a file is its picture alone: decoders ignore other chunks, and so the orientation.
            return try riff([.part(picture)])
        }
        guard header.count == 10 else { throw .damaged(.webp, "its header is cut off") }
        // Of the flags, those for a color profile and transparency stay. The others announce EXIF data, XMP and frames.
        header[0] = header[0] & 0x30 | (orientation == nil ? 0 : 0x08)
        let exif = orientation.map { [RIFFPart.own("EXIF", OrientationBlock.tiff($0))] } ?? []
        return try riff([.own("VP8X", header)] + kept.map(RIFFPart.part) + exif)
    }

    private enum RIFFPart {
        case part(WebPChunks.Chunk)
        case own(StaticString, [UInt8])
    }

    /// A RIFF file of chunks of the source and others, each padded to an even length.
    private static func riff(_ parts: [RIFFPart]) throws(PhotoError) -> CopyPieces {
        let lengths = parts.map { part in
            switch part {
            case .part(let chunk): chunk.data.count
            case .own(_, let data): data.count
            }
        }
        var head = Array("RIFF".utf8)
        head.append(4 + lengths.reduce(0) { $0 + 8 + $1 + $1 % 2 }, bytes: 4, isLittleEndian: true)
        var pieces = CopyPieces(of: .webp)
        try pieces.add(head + Array("WEBP".utf8))
        for (part, length) in zip(parts, lengths) {
            switch part {
            case .part(let chunk): try pieces.add((chunk.data.lowerBound - 8)..<chunk.data.upperBound)
            case .own(let type, let data):
                var bytes = type.withUTF8Buffer { Array($0) }
                bytes.append(data.count, bytes: 4, isLittleEndian: true)
                try pieces.add(bytes + data)
            }
            try pieces.add(zeros: length % 2)
        }
        return pieces
    }
}
