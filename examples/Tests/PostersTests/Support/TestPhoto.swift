/// Photos that are made of bytes.
enum TestPhoto {
    /// A gray JPEG of 8 × 8 pixels.
    ///
    /// - Parameters:
    ///   - place: The latitude and the longitude in its EXIF data; nil for none.
    ///   - mark: A comment, so that photos differ.
    ///   - size: The width and the height that its header claims.
    static func jpeg(
        place: (latitude: Double, longitude: Double)? = nil, mark: String, size: (Int, Int) = (8, 8)
    ) -> [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xD8]
        if let place { bytes += segment(0xE1, exif(place)) }
        bytes += segment(0xFE, Array(mark.utf8))
        bytes += segment(0xDB, [0x00], [UInt8](repeating: 1, count: 64))
        bytes += segment(0xC0, [8], short(size.1), short(size.0), [1, 1, 0x11, 0])
        // One code of one bit for each table: a difference of 0, and the end of the block.
        bytes += segment(0xC4, [0x00, 1], [UInt8](repeating: 0, count: 16))
        bytes += segment(0xC4, [0x10, 1], [UInt8](repeating: 0, count: 16))
        bytes += segment(0xDA, [1, 1, 0, 0, 63, 0])
        bytes += [0x3F, 0xFF, 0xD9]
        return bytes
    }

    private static func segment(_ marker: UInt8, _ parts: [UInt8]...) -> [UInt8] {
        let content = Array(parts.joined())
        return [[0xFF, marker], short(content.count + 2), content].flatMap(\.self)
    }

    private static func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }

    private static func long(_ values: Int...) -> [UInt8] {
        values.flatMap { [short($0 >> 16), short($0 & 0xFFFF)].flatMap(\.self) }
    }

    /// A TIFF structure that contains only a GPS directory (CIPA DC-008, 4.6.6).
    private static func exif(_ place: (latitude: Double, longitude: Double)) -> [UInt8] {
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            [short(tag), short(type), long(count), value].flatMap(\.self)
        }
        func degrees(_ value: Double) -> [UInt8] {
            long(Int((abs(value) * 1_000_000).rounded()), 1_000_000, 0, 1, 0, 1)
        }
        let north: [UInt8] = [place.latitude < 0 ? 0x53 : 0x4E, 0, 0, 0]
        let east: [UInt8] = [place.longitude < 0 ? 0x57 : 0x45, 0, 0, 0]
        var bytes = Array("Exif\0\0MM\0*".utf8)
        bytes += long(8)
        bytes += short(1)
        bytes += entry(0x8825, 4, 1, long(26))
        bytes += long(0)
        bytes += short(4)
        bytes += entry(1, 2, 2, north)
        bytes += entry(2, 5, 3, long(80))
        bytes += entry(3, 2, 2, east)
        bytes += entry(4, 5, 3, long(104))
        bytes += long(0)
        bytes += degrees(place.latitude)
        bytes += degrees(place.longitude)
        return bytes
    }
}
