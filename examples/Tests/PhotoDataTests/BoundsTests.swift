import PhotoData
import Testing

@Suite("Damaged and hostile photos")
struct BoundsTests {
    private func place(_ exif: EXIFWriter, _ kind: PhotoKind = .jpeg) throws -> PhotoPlace? {
        try Photo(bytes: PhotoWriter.photo(kind, exif: exif.tiff)).place
    }

    @Test("A zero denominator means that there is no place in the photo", arguments: 0..<6)
    func zeroDenominators(which: Int) throws {
        var parts = [(50, 1), (27, 1), (36, 100), (30, 1), (31, 1), (2424, 100)]
        parts[which].1 = 0
        var exif = EXIFWriter.kyiv()
        exif.setPlace(Array(parts[..<3]), Array(parts[3...]))
        for kind in PhotoKind.allCases { #expect(try place(exif, kind) == nil) }
        parts[which] = (0, 0)
        exif.setPlace(Array(parts[..<3]), Array(parts[3...]))
        #expect(try place(exif) == nil)
    }

    @Test("A place that is not on Earth, and the point 0, 0, do not count as a place")
    func range() throws {
        var exif = EXIFWriter.kyiv()
        for (latitude, longitude) in [(91, 30), (90, 181), (0, 0), (4_294_967_295, 0), (50, 4_000_000_000)] {
            exif.setPlace([(latitude, 1)], [(longitude, 1)])
            #expect(try place(exif) == nil)
        }
        exif.setPlace([(90, 1), (0, 1), (1, 100)], [(0, 1)])
        #expect(try place(exif) == nil)
        exif.setPlace([(90, 1)], [(180, 1)], sides: ("S", "w"))
        #expect(try place(exif) == PhotoPlace(latitude: -90, longitude: -180))
        exif.setPlace([(90, 1)], [(180, 1)], sides: ("X", "E"))
        #expect(try place(exif) == nil)
        exif.setPlace([(90, 1)], [(180, 1)], sides: ("", "E"))
        #expect(try place(exif) == nil)
        #expect(PhotoPlace(latitude: .nan, longitude: 0) == nil)
    }

    @Test("A place of one to three fractions is read, and no others")
    func fractionCounts() throws {
        var exif = EXIFWriter.kyiv()
        for count in 0...5 {
            exif.setPlace(Array(repeating: (30, 1), count: count), [(30, 1)])
            #expect((try place(exif) != nil) == (1...3 ~= count), "\(count)")
        }
    }

    @Test("EXIF data that end at any byte give a place only if all of it is there", arguments: PhotoKind.allCases)
    func exifCutAtEachByte(kind: PhotoKind) throws {
        let whole = EXIFWriter.kyiv().tiff
        let expected = try Photo(bytes: PhotoWriter.photo(kind, exif: whole))
        var places = 0
        for length in 0..<whole.count {
            let photo = try Photo(bytes: PhotoWriter.photo(kind, exif: Array(whole[..<length])))
            #expect(photo.size == expected.size)
            if let place = photo.place {
                places += 1
                #expect(place == expected.place)
            }
        }
        // The place is at the end, so every cut damages it.
        #expect(places == 0)
        #expect(expected.place != nil)
    }

    @Test(
        "A file that ends at any byte is refused, or has the properties of the complete one",
        arguments: PhotoKind.allCases)
    func fileCutAtEachByte(kind: PhotoKind) throws {
        let whole = PhotoWriter.photo(kind, exif: EXIFWriter.kyiv().tiff)
        let expected = try Photo(bytes: whole)
        for length in 0..<whole.count {
            let source = PhotoBytes(Array(whole[..<length]))
            do throws(PhotoError) {
                let photo = try Photo(reading: source)
                #expect(photo.size == expected.size)
                #expect(photo.place == nil || photo.place == expected.place)
            } catch {
                #expect(error.code == .damaged || error.code == .notPhoto, "\(length): \(error)")
            }
            if let copy = try? PublishingCopy(of: source) { _ = try copy.allBytes }
        }
    }

    @Test("Directories that lead to each other are read once")
    func loops() throws {
        var exif = EXIFWriter.kyiv()
        for pointer in [0x8769, 0x8825] {
            for target in [0, 7, 8, 20, 4_294_967_295] {
                exif.main = [exif.long(pointer, target)]
                _ = try Photo(bytes: PhotoWriter.photo(.jpeg, exif: exif.tiff))
            }
        }
        // The directory after the main one is the main one itself.
        var tiff = EXIFWriter.kyiv().tiff
        let next = 8 + 2 + 12 * 5
        tiff.replaceSubrange(next..<(next + 4), with: [0, 0, 0, 8])
        #expect(try Photo(bytes: PhotoWriter.photo(.jpeg, exif: tiff)).place != nil)
    }

    @Test("Tags with impossible types and counts are as if they weren't there")
    func impossibleTags() throws {
        for type in [0, 1, 2, 3, 4, 7, 12, 14, 65535] {
            for count in [0, 1, 3, 65535, 0x2000_0001, 0xFFFF_FFFF] {
                var exif = EXIFWriter.kyiv()
                for index in exif.place.indices { (exif.place[index].type, exif.place[index].count) = (type, count) }
                for index in exif.exif.indices { (exif.exif[index].type, exif.exif[index].count) = (type, count) }
                exif.main[2].count = count
                #expect(try place(exif) == nil)
            }
        }
    }

    @Test("60,000 × 60,000 pixels are refused by the header alone, with the limit", arguments: PhotoKind.allCases)
    func tooManyPixels(kind: PhotoKind) throws {
        let side = kind == .webp ? 16_384 : 60_000
        let photo = try Photo(bytes: PhotoWriter.photo(kind, exif: nil, width: side, height: side))
        let error = #expect(throws: PhotoError.self) { try PhotoLimits().check(photo) }
        #expect(error?.code == .tooManyPixels)
        #expect(
            error?.description == "The photo has \(side) × \(side) pixels. At most 200 million pixels are accepted.")
        try PhotoLimits().check(Photo(bytes: PhotoWriter.photo(kind, exif: nil, width: 16_320, height: 12_240)))
    }

    @Test("A WebP whose header has fewer pixels than its picture is refused, in any order of its chunks")
    func lyingHeader() throws {
        let picture = PhotoWriter.riffChunk("VP8L", [0x2F, 0xFF, 0xFF, 0xFF, 0x0F])
        let header = PhotoWriter.riffChunk("VP8X", [8, 0, 0, 0, 9, 0, 0, 9, 0, 0])
        let exif = PhotoWriter.riffChunk("EXIF", EXIFWriter.kyiv().tiff)
        for chunks in [[header, exif, picture], [header, picture, exif], [picture, exif, header]] {
            let error = #expect(throws: PhotoError.self) { try Photo(bytes: PhotoWriter.riff(chunks)) }
            #expect(error?.description == "This WebP is damaged: its header has another size.")
        }
    }

    @Test("A file of 30 MB is refused with the limit, and one of 25 MB is not")
    func tooLarge() throws {
        try PhotoLimits().check(byteCount: 25_000_000)
        let error = #expect(throws: PhotoError.self) { try PhotoLimits().check(byteCount: 30_000_000) }
        #expect(error?.description == "The photo has 30 MB. At most 25 MB are accepted.")
        let closer = #expect(throws: PhotoError.self) { try PhotoLimits().check(byteCount: 25_000_001) }
        #expect(closer?.description == "The photo has 25.1 MB. At most 25 MB are accepted.")
    }

    @Test(
        "Something else is refused with its name",
        arguments: [
            ("%PDF-1.7", "This is a PDF, not a photo. JPEG, HEIC, PNG and WebP are accepted."),
            ("GIF89a", "This is a GIF, not a photo. JPEG, HEIC, PNG and WebP are accepted."),
            ("<html>", "This is a web page, not a photo. JPEG, HEIC, PNG and WebP are accepted."),
            (
                "\0\0\0\u{18}ftypavif\0\0\0\0avifmif1",
                "This is an AVIF, not a photo. JPEG, HEIC, PNG and WebP are accepted."
            ),
            (
                "\0\0\0\u{14}ftypqt  \0\0\0\0qt  ",
                "This is a video, not a photo. JPEG, HEIC, PNG and WebP are accepted."
            ),
            ("hello", "This is not a photo. JPEG, HEIC, PNG and WebP are accepted."), ("", "This file is empty."),
        ])
    func otherKinds(beginning: String, message: String) {
        let error = #expect(throws: PhotoError.self) { try Photo(bytes: Array(beginning.utf8)) }
        #expect(error?.code == .notPhoto)
        #expect(error?.description == message)
    }

    @Test("A JPEG whose copy would have many parts is refused")
    func manySegments() throws {
        // Segments that stay and segments that go take turns, fewer than a photo may have.
        let pair = PhotoWriter.segment(0xDD, [0, 0]) + PhotoWriter.segment(0xFE, [])
        let segments = Array(repeatElement(pair, count: 24_000).joined())
        let error = #expect(throws: PhotoError.self) {
            try PublishingCopy(of: PhotoBytes(PhotoWriter.jpeg([segments])))
        }
        #expect(error?.description == "This JPEG is damaged: it consists of too many parts.")
    }

    @Test("A HEIC whose items have millions of empty parts is read at once")
    func manyParts() throws {
        let item: [UInt8] = [0, 1, 0, 0, 0xFF, 0xFF]
        let places = PhotoWriter.box(
            "iloc", [0, 0, 0, 0, 0, 0, 0xFF, 0xFF] + Array(repeatElement(item, count: 65535).joined()))
        let hostile = try adding(places, to: PhotoWriter.heic(exif: nil))
        #expect(throws: PhotoError.self) { try PublishingCopy(of: PhotoBytes(hostile)) }
    }

    /// A HEIC whose picture is made of parts of the box `idat`.
    /// - Parameters:
    ///   - sizes: How many bytes the offset and the length of a part have, as `iloc` writes it.
    ///   - parts: For each item, the offset and the length of each part, encoded.
    private func heic(sizes: UInt8, parts: [[[UInt8]]], data: [UInt8]) throws -> [UInt8] {
        let tiles = Array(3..<(2 + parts.count))
        let places = zip([1] + tiles, parts).map { item, parts in
            EXIFWriter.bytes(item, 2) + [0, 1, 0, 0] + EXIFWriter.bytes(parts.count, 2) + Array(parts.joined())
        }
        let list = [1, 0, 0, 0, sizes, 0] + EXIFWriter.bytes(places.count, 2) + Array(places.joined())
        let made = EXIFWriter.bytes(1, 2) + EXIFWriter.bytes(tiles.count, 2) + tiles.flatMap { EXIFWriter.bytes($0, 2) }
        let file = PhotoWriter.heic(
            exif: nil, pictureType: "grid", more: tiles.map { _ in ("hvc1", [0]) },
            extraReferences: PhotoWriter.box("dimg", made))
        return try adding(PhotoWriter.box("iloc", list) + PhotoWriter.box("idat", data), to: file)
    }

    /// Adds boxes to the box `meta` of a HEIC, before those that it has.
    private func adding(_ boxes: [UInt8], to bytes: [UInt8]) throws -> [UInt8] {
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: "meta".utf8) }) - 4
        let old = Array(bytes[(start + 12)...])
        let end = bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) }
        return Array(bytes[..<start]) + PhotoWriter.box("meta", [0, 0, 0, 0] + boxes + Array(old[..<(end - 12)]))
    }

    @Test("Of the data in a HEIC's list of pictures, a copy keeps the parts of its picture, which may overlap")
    func overlappingParts() throws {
        func part(_ range: Range<Int>) -> [UInt8] {
            EXIFWriter.bytes(range.lowerBound, 4) + EXIFWriter.bytes(range.count, 4)
        }
        let kept = [[15..<40, 10..<20], [12..<14, 40..<42, 60..<70, 90..<90], [60..<61, 99..<100, 99..<101]]
        let data = (1...100).map { UInt8($0) }
        let bytes = try heic(sizes: 0x44, parts: kept.map { $0.map(part) }, data: data)
        let copy = try PublishingCopy(of: PhotoBytes(bytes)).allBytes
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: "idat".utf8) }) + 4
        let expected = data.indices.map { index in
            kept.joined().contains { $0.upperBound <= 100 && $0.contains(index) } ? data[index] : 0
        }
        #expect(Array(copy[start..<(start + 100)]) == expected)
    }

    @Test("A HEIC whose picture names the same megabyte 300,000 times is copied at once", .timeLimit(.minutes(1)))
    func manyOverlappingParts() throws {
        let part = EXIFWriter.bytes(1_000_000, 3)
        let parts = Array(repeating: Array(repeating: part, count: 60_000), count: 5)
        let bytes = try heic(sizes: 0x03, parts: parts, data: [UInt8](repeating: 0xAB, count: 1_000_001))
        // Copying each part took more than 20 s for each of these.
        for _ in 0..<4 {
            #expect(try PublishingCopy(of: PhotoBytes(bytes)).allBytes.count(where: { $0 == 0xAB }) == 1_000_000)
        }
    }

    @Test("Of the properties that an item of a HEIC names, the first 256 count", arguments: [255, 256])
    func manyProperties(others: Int) throws {
        // Any number of entries may be about the same item.
        let entries = Array(repeating: [0, 1, 1, 2] as [UInt8], count: others) + [[0, 1, 1, 1]]
        let associations = PhotoWriter.box(
            "ipma", [0, 0, 0, 0] + EXIFWriter.bytes(entries.count, 4) + Array(entries.joined()))
        let size = PhotoWriter.box("ispe", [0, 0, 0, 0] + EXIFWriter.bytes(12, 4) + EXIFWriter.bytes(34, 4))
        let container = PhotoWriter.box("ipco", size + PhotoWriter.box("pasp", [UInt8](repeating: 0, count: 8)))
        let bytes = try adding(PhotoWriter.box("iprp", container + associations), to: PhotoWriter.heic(exif: nil))
        let photo = try? Photo(bytes: bytes)
        #expect(photo?.size.width == (others < 256 ? 12 : nil))
    }

    @Test("A photo with a hundred thousand empty segments or chunks is refused", arguments: PhotoKind.allCases)
    func manyEmptyParts(kind: PhotoKind) {
        let count = 100_000
        func many(_ part: [UInt8]) -> [UInt8] { Array(repeatElement(part, count: count).joined()) }
        let bytes: [UInt8]
        switch kind {
        case .jpeg: bytes = PhotoWriter.jpeg([many(PhotoWriter.segment(0xFE, []))])
        case .png: bytes = PhotoWriter.png([many(PhotoWriter.chunk("tEXt", []))])
        case .webp: bytes = PhotoWriter.riff([many(PhotoWriter.riffChunk("abcd", []))])
        // Its boxes end after the first hundred.
        case .heic: bytes = many(PhotoWriter.box("free", [])) + PhotoWriter.heic(exif: nil)
        }
        #expect(throws: PhotoError.self) { try Photo(bytes: bytes) }
        #expect(throws: PhotoError.self) { try PublishingCopy(of: PhotoBytes(bytes)) }
    }

    @Test("A HEIC with thousands of items that are made of each other is read without comparing each with each")
    func manyItems() throws {
        let count = 30_000
        let references = (1...count).flatMap { item in
            PhotoWriter.box("dimg", EXIFWriter.bytes(item, 2) + [0, 1] + EXIFWriter.bytes(item % count + 1, 2))
        }
        let entries = (1...count).flatMap { item in
            PhotoWriter.box("infe", [2, 0, 0, 0] + EXIFWriter.bytes(item, 2) + [0, 0] + Array("grid\0".utf8))
        }
        let bytes = PhotoWriter.heic(exif: nil, extraEntries: (count, entries), extraReferences: references)
        #expect(throws: PhotoError.self) { try PublishingCopy(of: PhotoBytes(bytes)) }
    }

    @Test("A path that is not a regular file is refused", arguments: ["/dev/null", "/tmp", "/nowhere/photo.jpg"])
    func paths(path: String) {
        let error = #expect(throws: PhotoError.self) { try PhotoFile(path: path) }
        #expect(error?.code == (path.hasPrefix("/nowhere") ? .notFound : .inputOutput))
        #expect(error?.description.hasPrefix(path) == true)
    }
}
