/// Writes EXIF data tag by tag, valid or not.
struct EXIFWriter {
    /// A tag with its values.
    struct Tag {
        var number: Int
        var type: Int
        var count: Int
        var values: [UInt8]
    }

    var isLittleEndian = false
    var main: [Tag] = []
    var exif: [Tag] = []
    var place: [Tag] = []

    /// A camera's tags: 50.4501, 30.5234, turned to the right, two hours ahead of UTC.
    static func kyiv(isLittleEndian: Bool = false) -> EXIFWriter {
        var writer = EXIFWriter(isLittleEndian: isLittleEndian)
        writer.main = [writer.text(0x010F, "Apple"), writer.text(0x0110, "iPhone 5"), writer.short(0x0112, 6)]
        writer.exif = [writer.text(0x9003, "2026:05:06 07:08:09"), writer.text(0x9011, "+02:00")]
        writer.setPlace([(504501, 10000)], [(30, 1), (31404, 1000)])
        return writer
    }

    /// The tags of a place north of the equator and east of Greenwich.
    mutating func setPlace(_ latitude: [(Int, Int)], _ longitude: [(Int, Int)], sides: (String, String) = ("N", "E")) {
        place = [text(1, sides.0), fractions(2, latitude), text(3, sides.1), fractions(4, longitude)]
    }

    func text(_ number: Int, _ text: String) -> Tag {
        Tag(number: number, type: 2, count: text.utf8.count + 1, values: Array(text.utf8) + [0])
    }

    func short(_ number: Int, _ value: Int) -> Tag { Tag(number: number, type: 3, count: 1, values: bytes(value, 2)) }

    func long(_ number: Int, _ value: Int) -> Tag { Tag(number: number, type: 4, count: 1, values: bytes(value, 4)) }

    func fractions(_ number: Int, _ values: [(Int, Int)]) -> Tag {
        Tag(number: number, type: 5, count: values.count, values: values.flatMap { bytes($0.0, 4) + bytes($0.1, 4) })
    }

    /// A TIFF structure: the main directory, that of EXIF, that of the place.
    var tiff: [UInt8] {
        let pointers = [0x8769, 0x8825].map { long($0, 0) }
        let lengths = [main + pointers, exif, place].map { Self.length(of: $0) }
        let starts = [8, 8 + lengths[0], 8 + lengths[0] + lengths[1]]
        let all = main + [long(0x8769, starts[1]), long(0x8825, starts[2])]
        return Array((isLittleEndian ? "II" : "MM").utf8) + bytes(42, 2) + bytes(8, 4)
            + directory(all, at: starts[0]) + directory(exif, at: starts[1]) + directory(place, at: starts[2])
    }

    private static func length(of tags: [Tag]) -> Int {
        2 + 12 * tags.count + 4 + tags.reduce(0) { $0 + ($1.values.count > 4 ? $1.values.count : 0) }
    }

    private func directory(_ tags: [Tag], at start: Int) -> [UInt8] {
        var entries = bytes(tags.count, 2)
        var values: [UInt8] = []
        for tag in tags {
            entries += bytes(tag.number, 2) + bytes(tag.type, 2) + bytes(tag.count, 4)
            if tag.values.count > 4 {
                entries += bytes(start + 2 + 12 * tags.count + 4 + values.count, 4)
                values += tag.values
            } else {
                entries += tag.values + [UInt8](repeating: 0, count: 4 - tag.values.count)
            }
        }
        return entries + bytes(0, 4) + values
    }

    func bytes(_ number: Int, _ length: Int) -> [UInt8] { Self.bytes(number, length, isLittleEndian: isLittleEndian) }

    static func bytes(_ number: Int, _ length: Int, isLittleEndian: Bool = false) -> [UInt8] {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        return isLittleEndian ? bytes : bytes.reversed()
    }
}
