/// A copy of a photo that everybody may see: the same pixels, colors and orientation, and nothing else.
///
/// The place, the time, the camera with its serial number, thumbnails (which can show what was cropped), XMP, IPTC,
/// comments, further pictures, and everything after the picture are not in it. Pixels are neither decoded nor
/// compressed again. The copy is a list of parts of its source, which are read when they are asked for, so that a
/// server can send a copy without storing it.
public struct PublishingCopy: PhotoSource {
    /// The format, which is that of the source.
    public let kind: PhotoKind

    private let source: any PhotoSource
    private let pieces: CopyPieces

    /// Reads the structure of a photo. A JPEG is read to its end once, 64 KiB at a time.
    ///
    /// - Throws: ``PhotoError`` if this is not a photo, if it is damaged, and with ``PhotoError/Code/unsupported`` if
    ///   it is an animation or keeps its pixels in an unusual way.
    public init(of source: some PhotoSource) throws(PhotoError) {
        var reader = PhotoReader(source)
        kind = try PhotoKind(of: &reader)
        // It also says how the picture is turned.
        let orientation = try PhotoHeaders(of: kind, &reader).orientation
        switch kind {
        case .jpeg: pieces = try Self.jpeg(reader, orientation)
        case .heic: pieces = try Self.heic(&reader)
        case .png: pieces = try Self.png(reader, orientation)
        case .webp: pieces = try Self.webp(reader, orientation)
        }
        self.source = source
    }

    /// Whether the photo goes on to the end of its picture. A JPEG or a PNG that is cut off has a copy, too: decoders show as much of
    /// the picture as there is. A HEIC or a WebP that is cut off in its picture has none.
    public var isComplete: Bool { pieces.isComplete }

    /// How many bytes the copy has.
    public var count: Int { pieces.count }

    /// Up to `length` bytes from `offset` on; fewer only at the end.
    public func bytes(at offset: Int, length: Int) throws(PhotoError) -> [UInt8] {
        try pieces.bytes(at: offset, length: length, of: source)
    }

    /// Writes the copy as a new file that only its user may read, and returns when its bytes are on the disk.
    ///
    /// - Throws: ``PhotoError``, for example if there is a file of this name. Then no file is left behind.
    public func write(to path: String) throws(PhotoError) { try PhotoFile.write(self, to: path) }
}
