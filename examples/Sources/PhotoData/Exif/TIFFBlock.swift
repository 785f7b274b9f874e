/// The tags of a TIFF structure (TIFF 6.0, section 2), which is what EXIF data is.
///
/// Directories are read only if they are asked for by their place, and none leads to another one by itself, so a circle
/// of directories is read once.
struct TIFFBlock {
    private let bytes: [UInt8]
    private let isLittleEndian: Bool

    /// Where the first directory begins.
    let firstDirectory: Int

    init?(_ bytes: [UInt8]) {
        let isLittleEndian = bytes.holds("II")
        guard isLittleEndian || bytes.holds("MM"), bytes.number(at: 2, bytes: 2, isLittleEndian: isLittleEndian) == 42,
            let first = bytes.number(at: 4, bytes: 4, isLittleEndian: isLittleEndian)
        else { return nil }
        (self.bytes, self.isLittleEndian, firstDirectory) = (bytes, isLittleEndian, first)
    }

    /// A tag of a directory.
    private struct Entry {
        var type: Int
        var count: Int
        /// Where the values are.
        var start: Int
    }

    /// The directory at a place that a tag of another one names.
    func directory(_ tag: Int, in directory: Int) -> Int? { number(tag, in: directory) }

    /// The first of the numbers of a tag.
    func number(_ tag: Int, in directory: Int) -> Int? {
        guard let entry = entry(tag, in: directory), entry.count > 0 else { return nil }
        switch entry.type {
        case 1: return number(at: entry.start, bytes: 1)
        case 3: return number(at: entry.start, bytes: 2)
        case 4, 13: return number(at: entry.start, bytes: 4)
        default: return nil
        }
    }

    /// The text of a tag up to its first NUL. Text of more than 1,000 bytes is not what this library looks for.
    func text(_ tag: Int, in directory: Int) -> [UInt8]? {
        // ASCII, or UTF-8 since EXIF 3.0.
        guard let entry = entry(tag, in: directory), entry.type == 2 || entry.type == 129, 1...1000 ~= entry.count,
            entry.start <= bytes.count - entry.count
        else { return nil }
        return Array(bytes[entry.start..<(entry.start + entry.count)].prefix { $0 != 0 })
    }

    /// The fractions of a tag: one to three. Nil if a denominator is zero.
    func fractions(_ tag: Int, in directory: Int) -> [Double]? {
        guard let entry = entry(tag, in: directory), entry.type == 5 || entry.type == 10, 1...3 ~= entry.count
        else { return nil }
        var result: [Double] = []
        for index in 0..<entry.count {
            let start = entry.start + 8 * index
            guard let above = number(at: start, bytes: 4), let below = number(at: start + 4, bytes: 4), below != 0
            else { return nil }
            result.append(
                entry.type == 5
                    ? Double(above) / Double(below)
                    : Double(Int32(truncatingIfNeeded: above)) / Double(Int32(truncatingIfNeeded: below)))
        }
        return result
    }

    private func entry(_ tag: Int, in directory: Int) -> Entry? {
        guard directory >= 8, let count = number(at: directory, bytes: 2) else { return nil }
        for index in 0..<count {
            let start = directory + 2 + 12 * index
            guard let found = number(at: start, bytes: 2) else { return nil }
            guard found == tag else { continue }
            guard let type = number(at: start + 2, bytes: 2), let count = number(at: start + 4, bytes: 4),
                1...13 ~= type || type == 129
            else { return nil }
            // Values that fit into four bytes are in the entry itself.
            let size = (type == 129 ? 1 : [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4][type]) * count
            guard size > 4 else { return Entry(type: type, count: count, start: start + 8) }
            return number(at: start + 8, bytes: 4).map { Entry(type: type, count: count, start: $0) }
        }
        return nil
    }

    private func number(at offset: Int, bytes length: Int) -> Int? {
        bytes.number(at: offset, bytes: length, isLittleEndian: isLittleEndian)
    }
}

/// EXIF data that say how a picture must be turned, and nothing else: 26 bytes.
enum OrientationBlock {
    static func tiff(_ orientation: PhotoOrientation) -> [UInt8] {
        var bytes = Array("MM\0*".utf8)
        bytes.append(8, bytes: 4)  // where the only directory begins
        bytes.append(1, bytes: 2)  // one tag: Orientation, of the type SHORT, one value
        bytes.append(0x0112, bytes: 2)
        bytes.append(3, bytes: 2)
        bytes.append(1, bytes: 4)
        bytes.append(orientation.rawValue, bytes: 2)
        bytes.append(0, bytes: 2)
        bytes.append(0, bytes: 4)  // no other directory
        return bytes
    }
}
