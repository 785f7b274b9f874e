public import AppGroup

/// The icon of an app bundle: the largest of its own that a group accepts, or a drawn one if it has none.
public struct BundleIcon: Sendable {
    /// The file in the bundle; `nil` for a drawn icon.
    public let fileName: String?
    /// The image, at most 1 MiB: an ordinary PNG image, or SVG.
    public let source: IconSource
    /// The format of the image.
    public let format: AppIcon.ImageFormat
    /// Width and height in pixels; `nil` for SVG, which has none.
    public let pixelSize: PixelSize?

    /// Why files that the bundle names were not used: a sentence for each.
    public let passedOver: [String]

    /// The size of an image in pixels.
    public struct PixelSize: Hashable, Sendable {
        /// Pixels in a row.
        public let width: Int
        /// Rows.
        public let height: Int
    }

    /// Chooses among the files that the bundle's `Info.plist` names.
    init(of info: BundleInfo, in bundle: some BundleSource) throws(PackageError) {
        let files = info.iconNames.isEmpty ? [] : Set(try bundle.files().keys)
        let chosen = try PackageIcon.choose(names: info.iconNames, files: files) { file, limit throws(PackageError) in
            try bundle.beginning(of: file, count: limit) ?? []
        }
        fileName = chosen.file
        passedOver = chosen.passedOver.map(\.description)
        source = chosen.image ?? .svg(FallbackIcon.svg(name: "\(info.name)", id: "\(info.id)"))
        if case .png(let bytes) = source {
            let header = try PNGFile(bytes[...], named: fileName ?? "").header
            (format, pixelSize) = (.png, PixelSize(width: header.width, height: header.height))
        } else {
            (format, pixelSize) = (.svg, nil)
        }
    }
}
