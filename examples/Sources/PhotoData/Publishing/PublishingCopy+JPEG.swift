extension PublishingCopy {
    /// Tables, frames and compressed data stay. Of the segments for applications, JFIF's stays without its thumbnail,
    /// and so do color profiles and Adobe's, which says how colors are stored.
    static func jpeg(_ reader: PhotoReader, _ orientation: PhotoOrientation?) throws(PhotoError) -> CopyPieces {
        var segments = JPEGSegments(reader)
        var pieces = CopyPieces(of: .jpeg)
        try pieces.add([0xFF, 0xD8])
        // JFIF's segment must be the first one, so it is found before the others are copied.
        if let jfif = try jfif(in: segments) { try pieces.add(jfif) }
        if let orientation {
            try pieces.add(segment(0xE1, Array("Exif\0\0".utf8) + OrientationBlock.tiff(orientation)))
        }
        while let segment = try segments.next() {
            switch segment.marker {
            case 0xE2:
                guard try segments.content(of: segment).holds("ICC_PROFILE\0") else { continue }
                try pieces.add(segment.whole)
            case 0xEE:
                let content = try segments.content(of: segment)
                guard content.holds("Adobe"), content.count >= 12 else { continue }
                try pieces.add(self.segment(0xEE, Array(content.prefix(12))))
            case 0xC0...0xDF: try pieces.add(segment.whole)
            default: continue
            }
            if segment.isScan { try pieces.add(segments.skipScan()) }
        }
        // Decoders show a picture that is cut off as far as it goes.
        pieces.isComplete = !segments.isCutOff
        try pieces.add([0xFF, 0xD9])
        return pieces
    }

    /// JFIF's segment without its thumbnail: version, unit and density of pixels, and a thumbnail of 0 × 0 pixels.
    private static func jfif(in segments: JPEGSegments) throws(PhotoError) -> [UInt8]? {
        var segments = segments
        while let segment = try segments.next(), !segment.isScan {
            guard segment.marker == 0xE0 else { continue }
            let content = try segments.content(of: segment)
            if content.holds("JFIF\0"), content.count >= 14 {
                return self.segment(0xE0, content.prefix(12) + [0, 0])
            }
        }
        return nil
    }

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [0xFF, marker]
        bytes.append(content.count + 2, bytes: 2)
        return bytes + content
    }
}
