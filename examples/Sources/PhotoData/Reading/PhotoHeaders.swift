/// The size and the EXIF data in the headers of a file of each kind.
struct PhotoHeaders {
    private(set) var size: PhotoSize
    private(set) var orientation: PhotoOrientation?
    private(set) var exif = ExifData()

    init(of kind: PhotoKind, _ reader: inout PhotoReader) throws(PhotoError) {
        switch kind {
        case .jpeg: try self.init(jpeg: JPEGSegments(reader))
        case .heic: try self.init(heic: &reader)
        case .png: try self.init(png: PNGChunks(reader))
        case .webp: try self.init(webp: WebPChunks(reader))
        }
    }

    private init(jpeg segments: JPEGSegments) throws(PhotoError) {
        var segments = segments
        var found: PhotoSize?
        var exif: ExifData?
        while let segment = try segments.next(), !segment.isScan {
            if segment.isFrame, found == nil {
                let content = try segments.content(of: segment)
                guard let height = content.number(at: 1, bytes: 2), let width = content.number(at: 3, bytes: 2),
                    let size = PhotoSize(width: width, height: height)
                else { throw .damaged(.jpeg, "its header has no size") }
                found = size
            } else if segment.marker == 0xE1, exif == nil {
                let content = try segments.content(of: segment)
                if content.holds("Exif\0\0") { exif = ExifData(content) }
            }
        }
        guard let found else { throw .damaged(.jpeg, "it has no picture") }
        (size, self.exif) = (found, exif ?? ExifData())
        orientation = self.exif.orientation
    }

    private init(heic reader: inout PhotoReader) throws(PhotoError) {
        let file = try HEICFile(&reader)
        guard let found = file.size else { throw .damaged(.heic, "its picture has no size") }
        (size, orientation) = (found, file.orientation)
        exif = try file.exif(&reader) ?? ExifData()
    }

    private init(png chunks: PNGChunks) throws(PhotoError) {
        var chunks = chunks
        size = try chunks.size()
        while let chunk = try chunks.next(), chunk.type != "IEND" {
            guard chunk.type == "eXIf" else { continue }
            exif = ExifData(try chunks.data(of: chunk, limit: ExifData.limit))
            break
        }
        orientation = exif.orientation
    }

    private init(webp chunks: WebPChunks) throws(PhotoError) {
        var chunks = chunks
        var found: PhotoSize?
        var (isExtended, hasExif) = (false, false)
        while let chunk = try chunks.next() {
            if let size = try chunks.size(in: chunk) {
                // A header that says less than the picture would get a bomb past every limit.
                guard found == nil || found == size else { throw .damaged(.webp, "its header has another size") }
                found = size
            }
            isExtended = isExtended || chunk.type == "VP8X"
            guard chunk.type == "EXIF", !hasExif else { continue }
            exif = ExifData(try chunks.data(of: chunk, limit: ExifData.limit))
            hasExif = true
        }
        guard let found else { throw .damaged(.webp, "it has no picture") }
        size = found
        // Decoders look at EXIF data only if the file has the chunk VP8X.
        orientation = isExtended ? exif.orientation : nil
    }
}
