public import AppGroup

extension Widget {
    /// Draws the widget in a format, without a newline at the end. Every format except ``WidgetFormat/text`` is one
    /// line.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - screen: The capabilities of the terminal; only for ``WidgetFormat/text``.
    ///   - reloading: Makes an HTML page reload itself every five seconds, from a file that is kept up to date.
    ///   - image: Returns the bytes of the image that an app registered, for text, HTML and SVG. An app whose image is
    ///     missing, too large or invalid is drawn with its initials.
    public func drawn(
        as format: WidgetFormat, on screen: WidgetScreen = .plain, reloading: Bool = false,
        image: @escaping (AppEntry) -> [UInt8]? = { _ in nil }
    ) -> String {
        let artwork = { (app: AppEntry) -> Artwork? in
            guard case .image(let format, _)? = app.icon, let bytes = image(app) else { return nil }
            return Artwork(bytes, format: format)
        }
        return switch format {
        case .text: text(on: screen, artwork: artwork)
        case .json: json
        case .waybar: waybar
        case .i3blocks: i3blocks
        case .polybar: polybar
        case .tmux: tmux
        case .prompt: prompt
        case .html: HTMLPage(self, isReloading: reloading, artwork: artwork).text
        case .svg: SVGDrawing(self, artwork: artwork).text
        }
    }
}

extension Registry {
    /// The apps of the group that matter now.
    ///
    /// - Throws: `AppGroupError` if the registry cannot be read. A registry that does not exist has no apps.
    public func widget(_ layout: WidgetLayout = .medium) throws -> Widget {
        Widget(try apps(order: layout.order), layout: layout, group: group)
    }

    /// Draws the ``Widget`` of the group in one call, for a tool that shows the other members.
    ///
    /// - Parameters:
    ///   - format: The format; by default, text for this process's terminal.
    ///   - layout: The rows to draw, and their sizes; `nil` for the format's default.
    ///   - screen: The capabilities of the terminal.
    /// - Throws: `AppGroupError` if the registry cannot be read.
    public func drawWidget(
        as format: WidgetFormat = .text, layout: WidgetLayout? = nil, on screen: WidgetScreen = .current
    ) throws -> String {
        try widget(layout ?? WidgetLayout(size: format.defaultSize)).drawn(as: format, on: screen) { app in
            try? image(of: app.record)
        }
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
