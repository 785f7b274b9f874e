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

    /// The images of an app for a page or an image with its own theme; `nil` if the app has none that can be shown.
    /// The images that apps registered are the same for light and dark backgrounds.
    package func artwork(of app: AppEntry, in look: GroupAppearance.Theme) -> ArtworkPair? {
        guard case .named(let name)? = app.icon else { return artwork(of: app).map { ArtworkPair(image: $0) } }
        func file(isDark: Bool) -> String? { theme.variant(isDark: isDark).file(of: name, size: Self.themedSize) }
        let first = file(isDark: look == .dark)
        guard let image = first.flatMap(Artwork.init(file:)) else { return nil }
        guard look == .auto, let second = file(isDark: true), second != first else { return ArtworkPair(image: image) }
        return ArtworkPair(image: image, dark: Artwork(file: second))
    }

    /// The file of the icon theme for the name that an app registered; `nil` if the app registered none, or if the theme
    /// has no such icon.
    package func themedPath(of app: AppEntry) -> String? {
        guard case .named(let name)? = app.icon else { return nil }
        return theme.file(of: name, size: Self.themedSize)
    }

    /// A function that draws the image of an app that is too large to be shown as it is; `nil` if the app has no such image. It
    /// can be called on any thread, and waits for another program.
    package func drawing(of app: AppEntry) -> (@Sendable () -> Artwork?)? {
        guard case .image(.svg, _)? = app.icon, let bytes = registered(app), bytes.count > Artwork.maximumSize else {
            return nil
        }
        return { [converter] in
            converter?.png(bytes, side: Artwork.copySide).flatMap { Artwork($0, format: .png) }
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
            let modification = status.modification
            return "\(file) \(status.size) \(modification.seconds) \(modification.nanoseconds)"
        case nil: return nil
        }
    }
}
