import AppGroupText

/// The EXIF data that this library looks for (CIPA DC-008, EXIF 3.0). Missing or damaged values are nil.
struct ExifData: Equatable {
    var orientation: PhotoOrientation?
    var place: PhotoPlace?
    var time: PhotoTime?
    var camera: String?

    /// The most bytes of EXIF data that are read. A JPEG has room for 64 KiB; the other formats have no limit.
    static let limit = 1 << 20

    init() {}

    /// Reads a TIFF structure, with or without the six bytes `Exif\0\0` before it.
    init(_ bytes: [UInt8]) {
        guard let block = TIFFBlock(bytes.holds("Exif\0\0") ? Array(bytes.dropFirst(6)) : bytes) else { return }
        let main = block.firstDirectory
        orientation = block.number(Tag.orientation, in: main).flatMap(PhotoOrientation.init)
        camera = Self.camera(make: block.text(Tag.make, in: main), model: block.text(Tag.model, in: main))
        time = block.directory(Tag.exifDirectory, in: main).flatMap { Self.time(block, in: $0) }
        place = block.directory(Tag.placeDirectory, in: main).flatMap { Self.place(block, in: $0) }
    }

    private enum Tag {
        static let (make, model, orientation) = (0x010F, 0x0110, 0x0112)
        static let (exifDirectory, placeDirectory) = (0x8769, 0x8825)
        /// DateTimeOriginal and CreateDate, each with its offset.
        static let times = [(0x9003, 0x9011), (0x9004, 0x9012)]
        static let (latitudeSide, latitude, longitudeSide, longitude) = (1, 2, 3, 4)
    }

    private static func time(_ block: TIFFBlock, in directory: Int) -> PhotoTime? {
        for (time, offset) in Tag.times {
            if let text = block.text(time, in: directory),
                let time = PhotoTime(exif: text, offset: block.text(offset, in: directory))
            {
                return time
            }
        }
        return nil
    }

    /// Cameras that have not found their place write no tags, zero denominators, or zeros only.
    private static func place(_ block: TIFFBlock, in directory: Int) -> PhotoPlace? {
        func degrees(_ tag: Int, side: Int, positive: UInt8, negative: UInt8) -> Double? {
            guard let parts = block.fractions(tag, in: directory), let side = block.text(side, in: directory)?.first
            else { return nil }
            // Degrees, minutes and seconds; some cameras write fractions of degrees or minutes instead.
            let degrees = zip(parts, [1, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
            switch side & 0xDF {
            case positive: return degrees
            case negative: return -degrees
            default: return nil
            }
        }
        guard
            let latitude = degrees(
                Tag.latitude, side: Tag.latitudeSide, positive: UInt8(ascii: "N"), negative: UInt8(ascii: "S")),
            let longitude = degrees(
                Tag.longitude, side: Tag.longitudeSide, positive: UInt8(ascii: "E"), negative: UInt8(ascii: "W")),
            latitude != 0 || longitude != 0
        else { return nil }
        return PhotoPlace(latitude: latitude, longitude: longitude)
    }

    /// The model, after the maker unless the model begins with the same word.
    private static func camera(make: [UInt8]?, model: [UInt8]?) -> String? {
        func words(_ text: [UInt8]?) -> [Substring] {
            String(decoding: text ?? [], as: UTF8.self).split(whereSeparator: \.isWhitespace)
        }
        let (maker, name) = (words(make), words(model))
        let isRepeated = maker.first.map { $0.lowercased() == name.first?.lowercased() } ?? true
        let text = (isRepeated ? name : maker + name).joined(separator: " ")
        return text.isEmpty ? nil : SafeText(text).truncated(to: 80).description
    }
}
