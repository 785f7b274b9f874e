/// The limits for photos from outside.
public struct PhotoLimits: Hashable, Sendable {
    /// The largest file, in bytes.
    public var bytes: Int

    /// The most pixels: width times height.
    public var pixels: Int

    /// 25 MB, and 200 million pixels: the cameras of phones that have the most make pictures of 16,320 × 12,240.
    public init(bytes: Int = 25_000_000, pixels: Int = 200_000_000) { (self.bytes, self.pixels) = (bytes, pixels) }

    /// Checks the size of a file.
    ///
    /// - Throws: ``PhotoError/Code/tooLarge`` with the limit.
    public func check(byteCount: Int) throws(PhotoError) {
        guard byteCount > bytes else { return }
        throw PhotoError(
            .tooLarge,
            "The photo has \(Self.megabytes(byteCount, up: true)) MB. At most \(Self.megabytes(bytes)) MB are "
                + "accepted.")
    }

    /// Checks how many pixels a photo has, by its header.
    ///
    /// - Throws: ``PhotoError/Code/tooManyPixels`` with the limit.
    public func check(_ photo: Photo) throws(PhotoError) {
        guard photo.size.pixels > pixels else { return }
        throw PhotoError(
            .tooManyPixels,
            "The photo has \(photo.size) pixels. At most \(pixels / 1_000_000) million pixels are accepted.")
    }

    /// A size with one decimal. It is rounded up so that a file above the limit never seems to be as large as the
    /// limit.
    private static func megabytes(_ bytes: Int, up: Bool = false) -> String {
        let tenths = (bytes + (up ? 99_999 : 0)) / 100_000
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
