package import AppGroup
import AppGroupPlatform

/// The images of apps: those that they registered, and those that the icon theme has for a registered name.
package struct AppImages {
    private let theme: IconTheme
    private let converter: SVGConverter?
    private let registered: (AppEntry) -> [UInt8]?

    /// The size that a theme is asked for, in pixels: pages and terminals draw icons about as large.
    private static let themedSize = 96

    /// - Parameters:
    ///   - converter: Draws an SVG image that is too large to be shown as it is.
    ///   - registered: Returns the bytes of the image that an app registered.
    package init(theme: IconTheme, converter: SVGConverter?, registered: @escaping (AppEntry) -> [UInt8]?) {
        self.theme = theme
        self.converter = converter
        self.registered = registered
    }

    /// The image of an app; `nil` if it has none that can be shown.
    package func artwork(of app: AppEntry) -> Artwork? {
        switch app.icon {
        case .image(let format, _)?: registered(app).flatMap { artwork($0, format: format) }
        case .named(let name)?: theme.file(of: name, size: Self.themedSize).flatMap(Artwork.init(file:))
        case nil: nil
        }
    }

    private func artwork(_ bytes: [UInt8], format: AppIcon.ImageFormat) -> Artwork? {
        guard format == .svg, bytes.count > Artwork.maximumSize else { return Artwork(bytes, format: format) }
        return converter?.png(bytes, side: Artwork.copySide).flatMap { Artwork($0, format: .png) }
    }

    /// A text that changes with the content of the image, found without reading it; `nil` if there is none.
    package func identity(of app: AppEntry) -> String? {
        switch app.icon {
        case .image(_, let digest)?: return digest
        case .named(let name)?:
            guard let file = theme.file(of: name, size: Self.themedSize), let status = try? Files.status(file) else {
                return nil
            }
            return "\(file) \(status.size) \(status.modification)"
        case nil: return nil
        }
    }
}
