/// A photo as small as can be, with what cameras write into photos.
struct SampleJPEG {
    /// Degrees, minutes and seconds north and east; `nil` for a photo without a place.
    var place: (north: (Int, Int, Int), east: (Int, Int, Int))? = ((50, 27, 0), (30, 31, 24))
    var orientation: UInt16 = 6
    var time = "2026:05:06 07:08:09"
    var offset = "+02:00"
    var serial = "SERIAL-4711"
    var width: UInt16 = 64
    var height: UInt16 = 48
    /// Makes photos differ.
    var pixels: [UInt8] = [1, 2, 3, 4]

    var bytes: [UInt8] {
        [0xFF, 0xD8] + segment(0xE1, Array("Exif\0\0".utf8) + exif) + segment(0xFE, Array("a comment".utf8))
            + segment(0xC0, [8] + big(height) + big(width) + [1, 1, 0x11, 0]) + segment(0xDA, [1, 1, 0, 0, 63, 0])
            + pixels + [0xFF, 0xD9]
    }

    private func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + big(UInt16(content.count + 2)) + content
    }

    private func big(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }

    private func big(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xFF) } }

    /// A value of a tag that is longer than four bytes comes after the directories.
    private struct Entry {
        let tag: UInt16
        let type: UInt16
        let count: Int
        let value: [UInt8]
    }

    private func ascii(_ tag: UInt16, _ text: String) -> Entry {
        Entry(tag: tag, type: 2, count: text.utf8.count + 1, value: Array(text.utf8) + [0])
    }

    private func degrees(_ tag: UInt16, _ value: (Int, Int, Int)) -> Entry {
        let parts = [value.0, 1, value.1, 1, value.2, 1]
        return Entry(tag: tag, type: 5, count: 3, value: parts.flatMap { big($0) })
    }

    /// TIFF, big end first: the first directory, then that of EXIF, then that of GPS.
    private var exif: [UInt8] {
        var gps: [Entry] = []
        if let place {
            gps = [
                ascii(1, "N"), degrees(2, place.north), ascii(3, "E"), degrees(4, place.east),
            ]
        }
        let camera = [ascii(0x9003, time), ascii(0x9011, offset), ascii(0xA431, serial)]
        let start = 8
        let firstCount = 2 + (gps.isEmpty ? 0 : 1)
        let cameraStart = start + 2 + 12 * firstCount + 4
        let (cameraBytes, gpsStart) = directory(camera, at: cameraStart)
        let (gpsBytes, _) = directory(gps, at: gpsStart)
        var first = [
            Entry(tag: 0x0112, type: 3, count: 1, value: big(orientation)),
            Entry(tag: 0x8769, type: 4, count: 1, value: big(cameraStart)),
        ]
        if !gps.isEmpty { first.append(Entry(tag: 0x8825, type: 4, count: 1, value: big(gpsStart))) }
        let (firstBytes, _) = directory(first, at: start)
        return Array("MM".utf8) + [0, 42] + big(start) + firstBytes + cameraBytes + (gps.isEmpty ? [] : gpsBytes)
    }

    private func directory(_ entries: [Entry], at place: Int) -> ([UInt8], end: Int) {
        var values: [UInt8] = []
        let valueStart = place + 2 + 12 * entries.count + 4
        var bytes = big(UInt16(entries.count))
        for entry in entries {
            bytes += big(entry.tag) + big(entry.type) + big(entry.count)
            if entry.value.count <= 4 {
                bytes += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            } else {
                bytes += big(valueStart + values.count)
                values += entry.value + (entry.value.count.isMultiple(of: 2) ? [] : [0])
            }
        }
        bytes += [0, 0, 0, 0] + values
        return (bytes, place + bytes.count)
    }
}
