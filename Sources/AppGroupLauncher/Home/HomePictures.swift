import AppGroup
import AppGroupPlatform
import AppGroupWidget

/// The images on the home screen.
///
/// An image that another program has to draw is created on a separate thread: until it is there, the app has its
/// initials.
final class HomePictures {
    /// The size of the tiles in which images are drawn.
    let tile: TileSize
    /// The variant of the icon theme: icons for light or dark backgrounds, or those that the desktop prefers.
    let theme: GroupAppearance.Theme
    /// The protocol by which the terminal draws images; `nil` if it draws none.
    let graphics: TerminalGraphics?
    /// Whether images take long to be sent: neither paths nor characters.
    let areLarge: Bool
    /// Whether the terminal draws emoji of several characters as one.
    let joinsEmoji: Bool
    private let images: AppImages
    private let pictures: TerminalPictures?
    private let worker = Worker()
    /// The identities of the images that the worker has made or will make.
    private var begun: Set<String> = []
    private let whenMade: @Sendable () -> Void
    /// The identity of the image for each icon, which does not change while the screen is open.
    private var identities: [AppIcon: String?] = [:]

    /// - Parameters:
    ///   - look: The look of the groups.
    ///   - whenMade: Called on another thread when images have been created, and the screen may look different.
    init(
        watch: GroupWatch, screen: WidgetScreen, look: GroupAppearance = GroupAppearance(),
        whenMade: @escaping @Sendable () -> Void
    ) {
        (tile, theme) = (TileSize(look.size), look.theme)
        let environment = ProcessEnvironment.current
        graphics = screen.graphics
        areLarge = graphics != nil && graphics != .blocks && !screen.readsFiles
        joinsEmoji = screen.joinsEmoji
        pictures = TerminalPictures(screen, environment, size: tile.icon)
        images = AppImages(theme: IconTheme(environment).fitting(theme), converter: SVGConverter(environment)) { app in
            try? watch.registries.of(app.group)?.image(of: app.record)
        }
        self.whenMade = whenMade
    }

    /// The identity of an app's image; `nil` if the app has none that can be drawn now.
    func identity(of app: AppEntry) -> String? {
        guard let pictures, let icon = app.icon, let identity = identity(of: app, icon) else { return nil }
        let picture: TerminalPictures.Picture?
        if let known = pictures.known(identity) {
            picture = known
        } else if begun.contains(identity) {
            return nil
        } else if let draw = images.drawing(of: app) {
            begin(identity) { pictures.make(draw(), identity) }
            return nil
        } else {
            switch images.artwork(of: app) {
            case .svg(let bytes)?:
                begin(identity) { pictures.make(.svg(bytes), identity) }
                return nil
            case let artwork: picture = pictures.make(artwork, identity)
            }
        }
        return picture == nil ? nil : identity
    }

    /// Makes an image on the other thread.
    private func begin(_ identity: String, _ make: @escaping @Sendable () -> Void) {
        begun.insert(identity)
        worker.add { [whenMade] in
            make()
            whenMade()
        }
    }

    /// Whether an app's image can be drawn now.
    func has(_ app: AppEntry) -> Bool { identity(of: app) != nil }

    /// The image that is known by this text; `nil` if it cannot be drawn.
    func picture(_ identity: String) -> TerminalPictures.Picture? { pictures?.known(identity) ?? nil }

    /// Makes an image again when it is wanted next, because its file is gone.
    func forget(_ identity: String) {
        pictures?.forget(identity)
        begun.remove(identity)
    }

    /// The sequence that draws an image at the cursor.
    func drawing(_ picture: TerminalPictures.Picture) -> String { pictures?.drawing(picture) ?? "" }

    private func identity(of app: AppEntry, _ icon: AppIcon) -> String? {
        if let identity = identities[icon] { return identity }
        // The same image in another size is another one for the terminal.
        let identity = images.identity(of: app).map { "\($0) \(tile.iconRows)" }
        identities[icon] = .some(identity)
        return identity
    }
}
