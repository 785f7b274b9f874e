import AppGroup
import AppGroupPlatform
import AppGroupWidget
import Synchronization

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
    private let work: Work
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
            try? watch.registries.first { $0.group == app.group }?.image(of: app.record)
        }
        work = Work(whenDone: whenMade)
    }

    /// The identity of an app's image; `nil` if the app has none that can be drawn now.
    func identity(of app: AppEntry) -> String? {
        guard let pictures, let icon = app.icon, let identity = identity(of: app, icon) else { return nil }
        let picture: TerminalPictures.Picture?
        if let known = pictures.known(identity) {
            picture = known
        } else if work.has(identity) {
            return nil
        } else if let draw = images.drawing(of: app) {
            work.add(identity) { pictures.make(draw(), identity) }
            return nil
        } else {
            switch images.artwork(of: app) {
            case .svg(let bytes)?:
                work.add(identity) { pictures.make(.svg(bytes), identity) }
                return nil
            case let artwork: picture = pictures.make(artwork, identity)
            }
        }
        return picture == nil ? nil : identity
    }

    /// Whether an app's image can be drawn now.
    func has(_ app: AppEntry) -> Bool { identity(of: app) != nil }

    /// The image that is known by this text; `nil` if it cannot be drawn.
    func picture(_ identity: String) -> TerminalPictures.Picture? { pictures?.known(identity) ?? nil }

    /// Makes an image again when it is wanted next, because its file is gone.
    func forget(_ identity: String) {
        pictures?.forget(identity)
        work.forget(identity)
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

/// Work that one thread does, piece by piece, while there is any.
private final class Work: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var added: Set<String> = []
        var isRunning = false
    }

    private let state = Mutex(State())
    private let whenDone: @Sendable () -> Void

    /// - Parameter whenDone: Called after each piece, on the thread that did it.
    init(whenDone: @escaping @Sendable () -> Void) { self.whenDone = whenDone }

    /// Adds a piece unless it was added before under that name.
    func add(_ name: String, _ piece: @escaping @Sendable () -> Void) {
        let mustStart = state.withLock { state in
            guard state.added.insert(name).inserted else { return false }
            state.waiting.append(piece)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if mustStart, !Threads.start({ [self] in run() }) { state.withLock { $0.isRunning = false } }
    }

    /// Whether a piece was added under that name.
    func has(_ name: String) -> Bool { state.withLock { $0.added.contains(name) } }

    /// Lets another piece be added under that name.
    func forget(_ name: String) { state.withLock { _ = $0.added.remove(name) } }

    private func run() {
        while let piece = next() {
            piece()
            whenDone()
        }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
