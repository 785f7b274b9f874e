import AppGroup

/// An image that may become a package's icon, known by its size so far.
struct IconCandidate {
    private enum Content {
        case png
        /// Of an icon family.
        case member(Range<Int>)
        case svg
    }

    /// The most bytes that a file may have: 4 MiB.
    static let maximumSize = 4 << 20

    let file: String
    /// Width by height; an SVG image has more than any other.
    let pixels: Int
    private let content: Content

    /// The images in a file: one, or those of an icon family. Of a PNG image only the beginning is read.
    static func all(in file: String, read: PackageIcon.Read) throws(PackageError) -> [IconCandidate] {
        let head = try read(file, 64)
        if PNGFile.isLikely(head) {
            return [IconCandidate(file: file, pixels: try pixels(of: head[...], in: file), content: .png)]
        }
        if IconFamily.isLikely(head) {
            let family = try whole(file, read)
            var candidates: [IconCandidate] = []
            for range in try IconFamily.images(in: family, named: file) {
                let pixels = try pixels(of: family[range], in: file)
                candidates.append(IconCandidate(file: file, pixels: pixels, content: .member(range)))
            }
            return candidates
        }
        guard file.hasSuffix(".svg") else { throw .icon(file, "it is no PNG image") }
        return [IconCandidate(file: file, pixels: .max, content: .svg)]
    }

    /// From the header alone, which is the first chunk, or the second of a crushed image.
    private static func pixels(of head: ArraySlice<UInt8>, in file: String) throws(PackageError) -> Int {
        var rest = head.dropFirst(PNGFile.signature.count)
        var chunk = try PNGChunk(readingFrom: &rest, of: file)
        if chunk.kind == "CgBI" { chunk = try PNGChunk(readingFrom: &rest, of: file) }
        let header = try PNGHeader(chunk, of: file)
        return header.width * header.height
    }

    private static func whole(_ file: String, _ read: PackageIcon.Read) throws(PackageError) -> [UInt8] {
        let bytes = try read(file, maximumSize + 1)
        guard bytes.count <= maximumSize else { throw .icon(file, "it is larger than 4 MiB") }
        return bytes
    }

    /// Reads the image whole and checks it.
    func image(read: PackageIcon.Read) throws(PackageError) -> IconSource {
        let bytes = try Self.whole(file, read)
        switch content {
        case .png:
            return .png(try PNGFile(bytes[...], named: file).standard(limit: Icon.maximumSize))
        case .member(let range):
            let image = bytes[range.clamped(to: bytes.indices)]
            return .png(try PNGFile(image, named: file).standard(limit: Icon.maximumSize))
        case .svg:
            guard bytes.count <= Icon.maximumSize else { throw .icon(file, "it is larger than 1 MiB") }
            try VectorIcon.check(bytes, named: file)
            return .svg(bytes)
        }
    }
}
