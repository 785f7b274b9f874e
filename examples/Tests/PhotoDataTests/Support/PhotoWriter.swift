import PhotoData

/// Writes the smallest files of each kind around EXIF data. They have headers and a few bytes in place of a picture.
enum PhotoWriter {
    static func photo(_ kind: PhotoKind, exif: [UInt8]?, width: Int = 640, height: Int = 480) -> [UInt8] {
        switch kind {
        case .jpeg: jpeg(exif.map { [segment(0xE1, Array("Exif\0\0".utf8) + $0)] } ?? [], width, height)
        case .heic: heic(exif: exif, width: width, height: height)
        case .png: png(exif.map { [chunk("eXIf", $0)] } ?? [], width, height)
        case .webp: webp(exif: exif, width: width, height: height)
        }
    }

    // MARK: JPEG

    static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + EXIFWriter.bytes(content.count + 2, 2) + content
    }

    static func frame(_ width: Int, _ height: Int, marker: UInt8 = 0xC0) -> [UInt8] {
        segment(marker, [8] + EXIFWriter.bytes(height, 2) + EXIFWriter.bytes(width, 2) + [1, 1, 0x11, 0])
    }

    /// Compressed data with an escaped 0xFF and a restart marker.
    static let scan = segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD0, 0x56]

    static func jpeg(_ segments: [[UInt8]], _ width: Int = 640, _ height: Int = 480) -> [UInt8] {
        [0xFF, 0xD8] + segments.joined() + frame(width, height) + scan + [0xFF, 0xD9]
    }

    // MARK: PNG

    static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        EXIFWriter.bytes(data.count, 4) + Array(type.utf8) + data + [0, 0, 0, 0]
    }

    static func png(_ chunks: [[UInt8]], _ width: Int = 640, _ height: Int = 480) -> [UInt8] {
        [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
            + chunk("IHDR", EXIFWriter.bytes(width, 4) + EXIFWriter.bytes(height, 4) + [8, 2, 0, 0, 0])
            + chunk("IDAT", [1, 2, 3]) + chunks.joined() + chunk("IEND", [])
    }

    // MARK: WebP

    static func riffChunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        Array(type.utf8) + EXIFWriter.bytes(data.count, 4, isLittleEndian: true) + data
            + [UInt8](repeating: 0, count: data.count % 2)
    }

    static func riff(_ chunks: [[UInt8]]) -> [UInt8] {
        let body = Array("WEBP".utf8) + chunks.joined()
        return Array("RIFF".utf8) + EXIFWriter.bytes(body.count, 4, isLittleEndian: true) + body
    }

    static func webp(exif: [UInt8]?, width: Int, height: Int) -> [UInt8] {
        let sides = [width - 1, height - 1].flatMap { EXIFWriter.bytes($0, 3, isLittleEndian: true) }
        let picture = [0x2F] + EXIFWriter.bytes(width - 1 | (height - 1) << 14, 4, isLittleEndian: true)
        return riff(
            [riffChunk("VP8X", [exif == nil ? 0 : 8, 0, 0, 0] + sides), riffChunk("VP8L", picture)]
                + (exif.map { [riffChunk("EXIF", $0)] } ?? []))
    }

    // MARK: HEIC

    static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        EXIFWriter.bytes(content.count + 8, 4) + Array(type.utf8) + content
    }

    /// One picture (item 1) with its properties, EXIF data (item 2), and more items (from 3 on).
    static func heic(
        exif: [UInt8]?, width: Int = 640, height: Int = 480, turns: [[UInt8]] = [], brand: String = "heic",
        pictureType: String = "hvc1", more: [(type: String, data: [UInt8])] = [],
        extraEntries: (count: Int, boxes: [UInt8]) = (0, []), extraReferences: [UInt8] = []
    ) -> [UInt8] {
        func entry(_ item: UInt8, _ type: String) -> [UInt8] {
            box("infe", [2, 0, 0, 0, 0, item, 0, 0] + Array(type.utf8) + Array("SECRET\0".utf8))
        }
        var items: [(number: UInt8, type: String, data: [UInt8])] = [(1, pictureType, [0, 1, 2, 3])]
        if let exif { items.append((2, "Exif", [0, 0, 0, 0] + exif)) }
        for (index, item) in more.enumerated() { items.append((UInt8(3 + index), item.type, item.data)) }
        let entries = items.map { entry($0.number, $0.type) }
        let size = box("ispe", [0, 0, 0, 0] + EXIFWriter.bytes(width, 4) + EXIFWriter.bytes(height, 4))
        let properties = [size] + turns
        let associations = (1...properties.count).map { UInt8($0) }
        func meta(dataStart: Int) -> [UInt8] {
            func place(_ item: UInt8, _ offset: Int, _ length: Int) -> [UInt8] {
                [0, item, 0, 0, 0, 1] + EXIFWriter.bytes(offset, 4) + EXIFWriter.bytes(length, 4)
            }
            var places: [[UInt8]] = []
            var offset = dataStart
            for item in items {
                places.append(place(item.number, offset, item.data.count))
                offset += item.data.count
            }
            return box(
                "meta",
                [0, 0, 0, 0]
                    + box(
                        "hdlr", [UInt8](repeating: 0, count: 8) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
                    + box("pitm", [0, 0, 0, 0, 0, 1])
                    + box(
                        "iinf",
                        [0, 0, 0, 0] + EXIFWriter.bytes(entries.count + extraEntries.count, 2) + entries.joined()
                            + extraEntries.boxes)
                    + box("iloc", [0, 0, 0, 0, 0x44, 0x00] + EXIFWriter.bytes(places.count, 2) + places.joined())
                    + box("iref", [0, 0, 0, 0] + box("cdsc", [0, 2, 0, 1, 0, 1]) + extraReferences)
                    + box(
                        "iprp",
                        box("ipco", Array(properties.joined()))
                            + box("ipma", [0, 0, 0, 0, 0, 0, 0, 1, 0, 1, UInt8(associations.count)] + associations)))
        }
        let type = box("ftyp", Array(brand.utf8) + [0, 0, 0, 0] + Array("mif1\(brand)".utf8))
        let start = type.count + meta(dataStart: 0).count + 8
        return type + meta(dataStart: start) + box("mdat", items.flatMap(\.data))
    }
}
