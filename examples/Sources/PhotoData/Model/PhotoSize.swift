/// How many pixels a picture has.
public struct PhotoSize: Hashable, Sendable, CustomStringConvertible {
    /// Pixels in a row: 1 or more.
    public let width: Int

    /// Rows of pixels: 1 or more.
    public let height: Int

    init?(width: Int, height: Int) {
        guard 1...Int(Int32.max) ~= width, 1...Int(Int32.max) ~= height else { return nil }
        (self.width, self.height) = (width, height)
    }

    /// The number of pixels.
    public var pixels: Int { width * height }

    /// The size as people write it: `4032 × 3024`.
    public var description: String { "\(width) × \(height)" }

    /// The size after a turn by 90 degrees.
    var turned: PhotoSize { PhotoSize(width: height, height: width) ?? self }
}
