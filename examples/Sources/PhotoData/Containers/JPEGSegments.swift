/// The segments of a JPEG (ITU-T T.81, annex B), one after the other.
struct JPEGSegments {
    /// A marker, and what belongs to it.
    struct Segment {
        /// The second byte of the marker: 0xE1 is APP1.
        var marker: UInt8
        /// The segment with its marker, without fill bytes before it.
        var whole: Range<Int>
        /// The bytes after the length.
        var content: Range<Int>
        /// Whether compressed data follow.
        var isScan: Bool { marker == 0xDA }
        /// Whether this says how many pixels there are: SOF0 to SOF15, except DHT, JPG and DAC.
        var isFrame: Bool { 0xC0...0xCF ~= marker && ![0xC4, 0xC8, 0xCC].contains(marker) }
    }

    private var reader: PhotoReader
    private var place = 2
    private var hasScan = false
    /// Whether the file ends before its picture does, after a scan at least. Known after the last segment.
    private(set) var isCutOff = false

    init(_ reader: PhotoReader) { self.reader = reader }

    /// The next segment; nil at the end of the picture, or where the file is cut off after a scan.
    ///
    /// - Throws: ``PhotoError/Code/damaged`` if there is no marker at this place, or the file ends before the first scan.
    mutating func next() throws(PhotoError) -> Segment? {
        while true {
            try reader.countPart(of: .jpeg)
            guard let bytes = try reader.bytes(at: place, length: 2) else { return try endEarly() }
            guard bytes[0] == 0xFF else { throw .damaged(.jpeg, "there is no marker at byte \(place)") }
            switch bytes[1] {
            case 0xFF: place += 1  // a fill byte
            case 0x01, 0xD0...0xD7: place += 2  // markers without content
            case 0xD9: return nil
            case 0x00, 0x02...0xBF, 0xD8: throw .damaged(.jpeg, "there is no marker at byte \(place)")
            default:
                guard let length = try reader.bytes(at: place + 2, length: 2)?.number(at: 0, bytes: 2) else {
                    return try endEarly()
                }
                guard length >= 2 else {
                    throw .damaged(.jpeg, "the segment at byte \(place) has an impossible length")
                }
                guard place + 2 + length <= reader.count else { return try endEarly() }
                defer { place += 2 + length }
                return Segment(
                    marker: bytes[1], whole: place..<(place + 2 + length),
                    content: (place + 4)..<(place + 2 + length))
            }
        }
    }

    /// Skips compressed data.
    ///
    /// - Returns: Where they are. They end at the end of the file if no marker follows.
    mutating func skipScan() throws(PhotoError) -> Range<Int> {
        hasScan = true
        let start = place
        place = try reader.markerPlace(from: start) ?? reader.count
        return start..<place
    }

    /// The bytes of a segment's content.
    mutating func content(of segment: Segment) throws(PhotoError) -> [UInt8] {
        try reader.bytes(at: segment.content.lowerBound, length: segment.content.count) ?? []
    }

    private mutating func endEarly() throws(PhotoError) -> Segment? {
        guard hasScan else { throw .damaged(.jpeg, "it is cut off before its picture") }
        isCutOff = true
        return nil
    }
}
