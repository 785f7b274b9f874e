/// A box of ISO/IEC 14496-12. A HEIC file consists of boxes.
struct ISOBox {
    /// Four characters, such as `meta`.
    var type: String
    /// The box with its header.
    var whole: Range<Int>
    /// The bytes after the header.
    var content: Range<Int>

    /// The header of the box that begins at a place, with up to 16 `bytes` from there on.
    ///
    /// - Parameter end: Where the box around it ends.
    /// - Returns: Nil if it isn't wholly inside.
    init?(header bytes: [UInt8], at place: Int, end: Int) {
        guard var size = bytes.number(at: 0, bytes: 4), bytes.count >= 8 else { return nil }
        type = String(decoding: bytes[4..<8], as: UTF8.self)
        var header = 8
        if size == 1 {
            guard let large = bytes.number(at: 8, bytes: 8) else { return nil }
            (size, header) = (large, 16)
        } else if size == 0 {
            size = end - place
        }
        guard size >= header, size <= end - place else { return nil }
        whole = place..<(place + size)
        content = (place + header)..<(place + size)
    }

    /// The boxes in a part of some bytes, which begin at a place of the file. They end before the first one that is
    /// damaged.
    static func boxes(in range: Range<Int>, of bytes: [UInt8]) -> [ISOBox] {
        var boxes: [ISOBox] = []
        var place = range.lowerBound
        while place <= range.upperBound - 8,
            let box = ISOBox(
                header: Array(bytes[place..<min(place + 16, range.upperBound)]), at: place, end: range.upperBound)
        {
            boxes.append(box)
            place = box.whole.upperBound
        }
        return boxes
    }
}
