import PhotoData
import Testing

@Suite("Reading photos")
struct ReadingTests {
    @Test(
        "Place, time, orientation, size and camera are read from each kind", arguments: PhotoKind.allCases,
        [false, true])
    func everything(kind: PhotoKind, isLittleEndian: Bool) throws {
        let exif = EXIFWriter.kyiv(isLittleEndian: isLittleEndian).tiff
        let bytes =
            kind == .heic
            ? PhotoWriter.heic(exif: exif, turns: [PhotoWriter.box("irot", [3])])
            : PhotoWriter.photo(kind, exif: exif)
        let photo = try Photo(bytes: bytes)
        #expect(photo.kind == kind)
        #expect((photo.size.width, photo.size.height) == (640, 480))
        #expect(photo.orientation == .right)
        #expect(photo.displaySize.description == "480 × 640")
        let place = try #require(photo.place)
        #expect(abs(place.latitude - 50.4501) < 1e-9 && abs(place.longitude - 30.5234) < 1e-9)
        #expect(photo.time?.description == "2026-05-06T07:08:09+02:00")
        #expect(photo.time?.seconds(defaultOffset: 0) == 1_778_044_089)
        #expect(photo.camera == "Apple iPhone 5")
    }

    @Test("A photo without EXIF data has a size only", arguments: PhotoKind.allCases)
    func bare(kind: PhotoKind) throws {
        let photo = try Photo(bytes: PhotoWriter.photo(kind, exif: nil))
        #expect(photo.size.pixels == 640 * 480)
        #expect(photo.place == nil && photo.time == nil && photo.orientation == nil && photo.camera == nil)
        #expect(photo.displaySize == photo.size)
    }

    @Test(
        "A HEIC is turned as its properties say, whatever the EXIF data say",
        arguments: [
            ([], nil), ([("irot", 0)], 1), ([("irot", 1)], 8), ([("irot", 2)], 3), ([("irot", 3)], 6),
            ([("imir", 0)], 4), ([("imir", 1)], 2), ([("irot", 1), ("imir", 1)], 7), ([("irot", 3), ("imir", 1)], 5),
            ([("imir", 1), ("irot", 1)], 5), ([("irot", 3), ("irot", 1)], 1),
        ] as [([(String, UInt8)], Int?)])
    func turns(properties: [(String, UInt8)], orientation: Int?) throws {
        let turns = properties.map { PhotoWriter.box($0.0, [$0.1]) }
        let photo = try Photo(bytes: PhotoWriter.heic(exif: EXIFWriter.kyiv().tiff, turns: turns))
        #expect(photo.orientation?.rawValue == orientation)
    }

    @Test("A time without an offset has none, and uses the one that is passed")
    func noOffset() throws {
        var exif = EXIFWriter.kyiv()
        exif.exif.removeLast()
        let time = try #require(try Photo(bytes: PhotoWriter.photo(.jpeg, exif: exif.tiff)).time)
        #expect(time.offset == nil)
        #expect(time.description == "2026-05-06T07:08:09")
        #expect(time.seconds(defaultOffset: 180) == 1_778_040_489)
    }

    @Test(
        "A time that no clock shows does not count as a time",
        arguments: [
            "0000:00:00 00:00:00", "2026:02:29 00:00:00", "2026:13:01 00:00:00", "2026:01:01 24:00:00",
            "    :  :     :  :  ",
            "2026:01:01", "", "２０２６:01:01 00:00:00", "2026:00:10 00:00:00", "1900:02:29 00:00:00",
        ])
    func noTime(text: String) throws {
        var exif = EXIFWriter.kyiv()
        exif.exif = [exif.text(0x9003, text)]
        #expect(try Photo(bytes: PhotoWriter.photo(.png, exif: exif.tiff)).time == nil)
    }

    @Test(
        "An offset that no clock has counts as none",
        arguments: ["+15:00", "-12:30", "+2:00", "02:00", "+02:60", "+02", ""])
    func badOffset(text: String) throws {
        var exif = EXIFWriter.kyiv()
        exif.exif[1] = exif.text(0x9011, text)
        let time = try #require(try Photo(bytes: PhotoWriter.photo(.webp, exif: exif.tiff)).time)
        #expect(time.offset == nil)
    }

    @Test("The time of digitizing is used if the photo doesn't say when it was taken")
    func digitized() throws {
        var exif = EXIFWriter.kyiv()
        exif.exif = [exif.text(0x9004, "2024:02:29 23:59:59"), exif.text(0x9012, "-09:30")]
        let photo = try Photo(bytes: PhotoWriter.photo(.jpeg, exif: exif.tiff))
        #expect(photo.time?.description == "2024-02-29T23:59:59-09:30")
    }

    @Test("The name of a camera is one harmless line")
    func camera() throws {
        var exif = EXIFWriter()
        exif.main = [exif.text(0x010F, "NIKON CORPORATION "), exif.text(0x0110, "NIKON\u{1B}[2J\n D70  ")]
        let camera = try #require(try Photo(bytes: PhotoWriter.photo(.jpeg, exif: exif.tiff)).camera)
        #expect(!camera.unicodeScalars.contains { $0.value < 0x20 })
        #expect(camera.hasPrefix("NIKON CORPORATION NIKON␛[2J D70"))
    }

    @Test("A camera's name in UTF-8 is read, as EXIF 3.0 writes it", arguments: PhotoKind.allCases)
    func cameraInUTF8(kind: PhotoKind) throws {
        var exif = EXIFWriter()
        exif.main = [exif.text(0x010F, "Фото"), exif.text(0x0110, "X1")]
        // The second one fits into its entry.
        for index in exif.main.indices { exif.main[index].type = 129 }
        #expect(try Photo(bytes: PhotoWriter.photo(kind, exif: exif.tiff)).camera == "Фото X1")
    }

    /// Counts what is read from some bytes.
    private final class CountingSource: PhotoSource, @unchecked Sendable {
        let contents: PhotoBytes
        var bytesRead = 0

        init(_ contents: [UInt8]) { self.contents = PhotoBytes(contents) }

        var count: Int { contents.count }

        func bytes(at offset: Int, length: Int) -> [UInt8] {
            let bytes = contents.bytes(at: offset, length: length)
            bytesRead += bytes.count
            return bytes
        }
    }

    @Test("Of a file of four megabytes, only a few kilobytes are read", arguments: PhotoKind.allCases)
    func readsLittle(kind: PhotoKind) throws {
        let large = [UInt8](repeating: 7, count: 4 << 20)
        let exif = EXIFWriter.kyiv().tiff
        var bytes = PhotoWriter.photo(kind, exif: exif)
        switch kind {
        case .jpeg: bytes.insert(contentsOf: large, at: bytes.count - 2)
        case .heic: bytes += PhotoWriter.box("mdat", large)
        case .png: bytes = PhotoWriter.png([PhotoWriter.chunk("IDAT", large), PhotoWriter.chunk("eXIf", exif)])
        case .webp:
            bytes = PhotoWriter.riff([
                PhotoWriter.riffChunk("VP8L", [0x2F, 0, 0, 0, 0] + large), PhotoWriter.riffChunk("EXIF", exif),
            ])
        }
        let source = CountingSource(bytes)
        let photo = try Photo(reading: source)
        #expect(photo.place != nil)
        #expect(source.bytesRead < 4096, "\(source.bytesRead) bytes were read")
    }
}
