/// The properties of a photo in a file: kind, size, and from its EXIF data when and where it was taken.
public struct Photo: Hashable, Sendable {
    /// The format, by the file's first bytes. Its name may say something else.
    public let kind: PhotoKind

    /// The pixels as they are stored, by the header. The picture itself is never decoded.
    public let size: PhotoSize

    /// How the picture must be turned before it is shown; nil if the file doesn't say it.
    public let orientation: PhotoOrientation?

    /// Where the photo was taken.
    ///
    /// It is nil if there is no place in the photo: because the camera didn't know it, or wrote a zero denominator, a
    /// latitude of 91, or the point 0, 0; because a program removed it; or because the EXIF data are damaged there.
    public let place: PhotoPlace?

    /// When the photo was taken; nil if the photo doesn't say it.
    public let time: PhotoTime?

    /// The camera's maker and model, in one line without control characters: `Apple iPhone 5`.
    public let camera: String?

    /// Reads the headers and the EXIF data of a photo. Its pixels are never read.
    ///
    /// - Throws: ``PhotoError`` if this is not a photo, or is cut off before its size. Damaged EXIF data are not an
    ///   error.
    public init(reading source: some PhotoSource) throws(PhotoError) {
        var reader = PhotoReader(source)
        kind = try PhotoKind(of: &reader)
        let headers = try PhotoHeaders(of: kind, &reader)
        (size, orientation) = (headers.size, headers.orientation)
        (place, time, camera) = (headers.exif.place, headers.exif.time, headers.exif.camera)
    }

    /// The pixels as they are shown.
    public var displaySize: PhotoSize { orientation?.swapsSides == true ? size.turned : size }
}
