/// The chunks of a PNG image: each is complete, in its place, and has the right checksum, and nothing follows the last one.
///
/// The format is W3C's Portable Network Graphics, third edition; Xcode's variant ("CgBI") has a chunk of that name
/// before the header. The pixels are still compressed.
struct PNGFile {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    let name: String
    let header: PNGHeader
    /// Whether this is Xcode's variant.
    let isCrushed: Bool
    private let settings: PNGSettings
    /// The compressed pixels of all chunks together.
    let pixels: [UInt8]

    static func isLikely(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: signature) }

    init(_ bytes: ArraySlice<UInt8>, named name: String) throws(PackageError) {
        guard Self.isLikely(bytes) else { throw .icon(name, "it does not begin with PNG's signature") }
        var rest = bytes.dropFirst(Self.signature.count)
        var chunk = try PNGChunk(readingFrom: &rest, of: name)
        isCrushed = chunk.kind == "CgBI"
        if isCrushed {
            guard chunk.data.count == 4 else { throw .icon(name, "its CgBI chunk has a wrong length") }
            chunk = try PNGChunk(readingFrom: &rest, of: name)
        }
        self.name = name
        header = try PNGHeader(chunk, of: name)

        var settings = PNGSettings()
        var pixels: [UInt8] = []
        var last = chunk.kind
        var hasPixels = false
        repeat {
            chunk = try PNGChunk(readingFrom: &rest, of: name)
            switch chunk.kind {
            case "IDAT":
                guard !hasPixels || last == "IDAT" else { throw .icon(name, "its pixels do not stand together") }
                hasPixels = true
                pixels += chunk.data
            case "IEND":
                guard chunk.data.isEmpty, rest.isEmpty else { throw .icon(name, "something follows its end") }
            default:
                if let fault = settings.fault(adding: chunk, to: header, isCrushed: isCrushed, hasPixels: hasPixels) {
                    throw .icon(name, fault)
                }
            }
            last = chunk.kind
        } while last != "IEND"
        guard hasPixels else { throw .icon(name, "it has no pixels") }
        guard header.colorType != .palette || settings.hasPalette else {
            throw .icon(name, "it has no palette before its pixels")
        }
        self.settings = settings
        self.pixels = pixels
    }

    /// The image as a file, with other pixels.
    func bytes(withPixels pixels: [UInt8]) -> [UInt8] {
        var result = Self.signature
        let sides = [header.width, header.height].flatMap { PNGChunk.bigEndian(UInt32(clamping: $0)) }
        let format = [UInt8(header.depth), header.colorType.rawValue, 0, 0, header.isInterlaced ? 1 : 0]
        result += PNGChunk(kind: "IHDR", data: (sides + format)[...]).bytes
        for chunk in settings.chunks { result += chunk.bytes }
        result += PNGChunk(kind: "IDAT", data: pixels[...]).bytes
        return result + PNGChunk(kind: "IEND", data: []).bytes
    }
}

extension PNGFile {
    /// The image as any viewer reads it, with at most `limit` bytes and exactly the pixels that its header announces.
    ///
    /// An ordinary image keeps its compressed pixels. Those of Xcode's variant are converted: they are raw deflate without zlib's
    /// header, blue comes first, and colors are multiplied by alpha (theapplewiki.com, "PNG CgBI Format").
    func standard(limit: Int) throws(PackageError) -> [UInt8] {
        let pixels = isCrushed ? try CrushedPixels.standard(self, limit: limit) : try checkedPixels()
        let result = bytes(withPixels: pixels)
        guard result.count <= limit else { throw tooLarge(limit) }
        return result
    }

    func tooLarge(_ limit: Int) -> PackageError {
        .icon(name, "as an ordinary PNG image it is larger than \(limit >> 10) KiB")
    }

    private func checkedPixels() throws(PackageError) -> [UInt8] {
        let rows = try PNGRows(self)
        for pass in header.passes {
            for _ in 0..<pass.rows { _ = try rows.next(pass) }
        }
        try rows.finish()
        return pixels
    }
}

/// Decompresses a PNG image row by row, so that no more comes out than the header announces.
final class PNGRows {
    private let file: PNGFile
    private let inflater: Inflater

    init(_ file: PNGFile) throws(PackageError) {
        self.file = file
        inflater = try Inflater(file.isCrushed ? .none : .zlib, file.pixels)
    }

    /// The filter of the next row, and its filtered bytes.
    func next(_ pass: PNGHeader.Pass) throws(PackageError) -> (PNGFilter, [UInt8]) {
        var row = [UInt8](repeating: 0, count: pass.rowSize)
        var kind: [UInt8] = [0]
        guard inflater.fill(&kind), inflater.fill(&row) else {
            throw .icon(file.name, "its pixels are damaged, or fewer than its header says")
        }
        guard let filter = PNGFilter(rawValue: kind[0]) else {
            throw .icon(file.name, "a row of its pixels has the unknown filter \(kind[0])")
        }
        return (filter, row)
    }

    /// Refuses an image with data after the last row.
    func finish() throws(PackageError) {
        guard inflater.isAtEnd() else {
            throw .icon(file.name, "its pixels are damaged, or more than its header says")
        }
    }
}
