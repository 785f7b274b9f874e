package import AppGroup
import AppGroupPlatform
import AppGroupText

/// An app's image that is safe to show: valid, not too large, and without references.
///
/// An image is checked when it is registered, but its file may have been damaged since. A group also accepts an image
/// of 8,192 × 8,192 pixels, for which a terminal or browser would need 256 MiB: it is shown smaller.
package enum Artwork: Hashable, Sendable {
    /// The bytes of a PNG image: as they were registered, or those of a smaller copy.
    case png([UInt8])
    /// The registered bytes of an SVG image. It may only be shown in an image element, where its scripts do not run and
    /// its references are not loaded.
    case svg([UInt8])

    /// The largest image that is shown as it is, in bytes.
    static let maximumSize = 256 << 10
    /// The largest width and height of a PNG image that is shown as it is, in pixels.
    static let maximumSide = 1024
    /// The width or height of the copy that replaces a larger image, in pixels.
    static let copySide = 256

    /// Checks an image; `nil` if it must not be shown.
    package init?(_ bytes: [UInt8], format: AppIcon.ImageFormat) {
        guard bytes.count <= AppIcon.maximumSize else { return nil }
        switch format {
        case .png:
            guard PNGImage.fault(in: bytes) == nil, let size = PNGImage.size(of: bytes) else { return nil }
            let isSmall = bytes.count <= Self.maximumSize && max(size.width, size.height) <= Self.maximumSide
            guard let shown = isSmall ? bytes : PNGDecoder.bitmap(bytes, fitting: Self.copySide)?.png else {
                return nil
            }
            self = .png(shown)
        case .svg:
            guard bytes.count <= Self.maximumSize, SVGImage.fault(in: bytes) == nil else { return nil }
            self = .svg(bytes)
        }
    }

    /// The image in a file of an icon theme, whose name ends with its format.
    init?(file: String) {
        guard let format = AppIcon.ImageFormat(rawValue: String(file.suffix(3))),
            let bytes = try? Files.contents(of: file, limit: AppIcon.maximumSize)
        else { return nil }
        self.init(bytes, format: format)
    }

    /// The image as a `data:` URL (RFC 2397), which contains the complete image.
    package var dataURL: String {
        switch self {
        case .png(let bytes): "data:image/png;base64,\(Base64.encode(bytes))"
        case .svg(let bytes): "data:image/svg+xml;base64,\(Base64.encode(bytes))"
        }
    }
}

/// An app's image, and another one for dark backgrounds if it differs there.
package struct ArtworkPair: Hashable, Sendable {
    package let image: Artwork
    package var dark: Artwork?
}
