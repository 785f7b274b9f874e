import PhotoData
import TestSupport
import Testing

@Suite("Random photos", .timeLimit(.minutes(20)))
struct FuzzTests {
    private static let examples: [[UInt8]] =
        PhotoKind.allCases.flatMap { kind in
            [false, true].map { PhotoWriter.photo(kind, exif: EXIFWriter.kyiv(isLittleEndian: $0).tiff) }
        } + [
            PhotoWriter.heic(
                exif: EXIFWriter.kyiv().tiff, turns: [PhotoWriter.box("irot", [1]), PhotoWriter.box("colr", [1])]),
            PhotoWriter.png([PhotoWriter.chunk("tEXt", [65]), PhotoWriter.chunk("IDAT", [1, 2])]),
        ]

    /// Numbers at which sizes, offsets and counts go wrong.
    private static let edges: [UInt8] = [0, 1, 2, 4, 7, 8, 0x7F, 0x80, 0xD8, 0xD9, 0xE1, 0xFE, 0xFF]

    @Test("No damaged photo stops the reader, and what is read from it is in range", arguments: 0..<4)
    func damaged(part: Int) throws {
        for seed in Fuzz.seeds(from: UInt64(20 + part)) {
            var random = RandomSource(seed: seed)
            for _ in 0..<2000 {
                var bytes = random.pick(Self.examples)
                for _ in 0...random.below(5) {
                    let place = random.below(bytes.count)
                    switch random.below(6) {
                    case 0: bytes[place] = UInt8(random.below(256))
                    case 1, 2: bytes[place] = random.pick(Self.edges)
                    case 3: for index in place..<min(bytes.count, place + 4) { bytes[index] = random.pick([0, 0xFF]) }
                    case 4 where place > 8: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(8)))
                    default: bytes.insert(contentsOf: random.bytes(random.below(8)), at: place)
                    }
                }
                try check(bytes)
            }
        }
    }

    private func check(_ bytes: [UInt8]) throws {
        let source = PhotoBytes(bytes)
        let photo = try? Photo(reading: source)
        if let place = photo?.place {
            #expect(-90...90 ~= place.latitude && -180...180 ~= place.longitude)
        }
        if let camera = photo?.camera {
            #expect(!camera.unicodeScalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value })
        }
        if let time = photo?.time { #expect(time.description.utf8.count >= 19) }
        guard let copy = try? PublishingCopy(of: source) else { return }
        // Whatever was copied says nothing, and is a photo again.
        let copied = try Photo(reading: copy)
        #expect(copied.place == nil && copied.time == nil && copied.camera == nil)
        #expect(copied.kind == photo?.kind)
        #expect(copied.orientation == photo?.orientation, "\(copied.kind): \(bytes)")
        #expect(try copy.allBytes.count == copy.count)
    }
}
