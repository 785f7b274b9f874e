public import AppGroup

extension Widget {
    /// Draws the widget in a format, without a newline at the end. Every format except ``WidgetFormat/text`` is one
    /// line.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - screen: The capabilities of the terminal; only for ``WidgetFormat/text``.
    ///   - updates: Makes an HTML page show later versions of its file by itself; `nil` for a page without scripts.
    ///   - theme: Finds the images of apps that registered the name of an icon, for text, HTML, SVG and JSON.
    ///   - image: Returns the bytes of the image that an app registered, for text, HTML and SVG. An app whose image is
    ///     missing or invalid is drawn with its initials.
    ///   - iconPath: Returns the path of the image that an app registered, for JSON.
    public func drawn(
        as format: WidgetFormat, on screen: WidgetScreen = .plain, updates: PageUpdates? = nil,
        theme: @escaping @autoclosure () -> IconTheme = .current,
        image: @escaping (AppEntry) -> [UInt8]? = { _ in nil }, iconPath: (AppEntry) -> String? = { _ in nil }
    ) -> String {
        // Read only if an image is drawn: a prompt draws none.
        lazy var environment = ProcessEnvironment.current
        lazy var images = AppImages(theme: theme(), converter: SVGConverter(environment), registered: image)
        let artwork = { (app: AppEntry) in images.artwork(of: app) }
        let pairs = { (app: AppEntry) in images.artwork(of: app, in: appearance.theme) }
        return switch format {
        case .text:
            if let pictures = TerminalPictures(screen, environment, size: TileSize.medium.icon) {
                text(on: screen) { artwork($0).flatMap(pictures.drawing(of:)) }
            } else {
                text(on: screen) { _ in nil }
            }
        case .json: json(iconPath: iconPath, themedPath: { images.themedPath(of: $0) })
        case .waybar: waybar
        case .i3blocks: i3blocks
        case .polybar: polybar
        case .tmux: tmux
        case .prompt: prompt
        case .html: HTMLPage(self, updates: updates, artwork: pairs).text
        case .svg: SVGDrawing(self, columns: layout.columns, artwork: pairs).text
        }
    }
}

extension Registry {
    /// The apps of the group that matter now.
    ///
    /// - Throws: `AppGroupError` if the registry cannot be read. A registry that does not exist has no apps.
    public func widget(_ layout: WidgetLayout = .medium) throws -> Widget {
        Widget(try apps(order: layout.order), layout: layout, group: group, appearance: try appearance())
    }

    /// Draws the ``Widget`` of the group in one call, for a tool that shows the other members.
    ///
    /// - Parameters:
    ///   - format: The format; by default, text for this process's terminal.
    ///   - layout: The rows to draw, and their sizes; `nil` for the format's default.
    ///   - screen: The capabilities of the terminal; `nil` to ask it for them if text is drawn.
    /// - Throws: `AppGroupError` if the registry cannot be read.
    public func drawWidget(
        as format: WidgetFormat = .text, layout: WidgetLayout? = nil, on screen: WidgetScreen? = nil
    ) throws -> String {
        let screen = screen ?? (format == .text ? .asked() : .plain)
        let layout = layout ?? WidgetLayout(size: format.defaultSize, isComplete: format.isComplete)
        return try widget(layout).drawn(
            as: format, on: screen, image: { app in try? image(of: app.record) },
            iconPath: { app in imagePath(of: app.record) })
    }
}

extension Registry {
    /// Ticks once at the start, and then whenever the group may look different, for code that redraws all of it each
    /// time.
    ///
    /// Ticks that are not consumed in time are combined into one. Code that pauses after each drawing therefore always
    /// draws the last change, but is not kept busy by an app that registers and unregisters in a loop.
    public var ticks: AsyncStream<Void> {
        let changes = changes
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            continuation.yield()
            let task = Task {
                for await _ in changes { continuation.yield() }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
