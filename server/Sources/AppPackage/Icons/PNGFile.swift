/// A PNG image taken apart: each chunk whole, in its place, with its checksum, and nothing after the last one.
///
/// The format is W3C's Portable Network Graphics, third edition; Xcode's variant of it ("CgBI") puts a chunk of that name
/// before the header. The pixels are still packed.
struct PNGFile {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    let name: String
    let header: PNGHeader
    /// Whether this is Xcode's variant.
    let isCrushed: Bool
    private let settings: PNGSettings
    /// The deflated pixels of all chunks in one.
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
        guard header.colourType != .palette || settings.hasPalette else {
            throw .icon(name, "it has no palette before its pixels")
        }
        self.settings = settings
        self.pixels = pixels
    }

    /// The image as a file, with other pixels.
    func bytes(withPixels pixels: [UInt8]) -> [UInt8] {
        var result = Self.signature
        let sides = [header.width, header.height].flatMap { PNGChunk.bigEndian(UInt32(clamping: $0)) }
        let format = [UInt8(header.depth), header.colourType.rawValue, 0, 0, header.isInterlaced ? 1 : 0]
        result += PNGChunk(kind: "IHDR", data: (sides + format)[...]).bytes
        for chunk in settings.chunks { result += chunk.bytes }
        result += PNGChunk(kind: "IDAT", data: pixels[...]).bytes
        return result + PNGChunk(kind: "IEND", data: []).bytes
    }
}
