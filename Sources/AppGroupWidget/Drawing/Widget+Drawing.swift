public import AppGroup

extension Widget {
    /// The widget in a format, without a newline at its end. Every format but ``WidgetFormat/text`` is one line.
    ///
    /// - Parameters:
    ///   - format: What to draw it as.
    ///   - screen: What the terminal can show; for ``WidgetFormat/text`` alone.
    ///   - reloading: Has an HTML page load itself anew every five seconds, from a file that is kept up to date.
    ///   - image: The bytes of the image that an app registered, for text, HTML and SVG; an app without one, with a huge or
    ///     a broken one, is drawn with its initials.
    public func drawn(
        as format: WidgetFormat, on screen: WidgetScreen = .plain, reloading: Bool = false,
        image: @escaping (FamilyApp) -> [UInt8]? = { _ in nil }
    ) -> String {
        let artwork = { (app: FamilyApp) -> Artwork? in
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
    /// The apps of the family that matter now.
    ///
    /// - Throws: `AppGroupError` where the store cannot be read. A store that does not exist holds nobody.
    public func widget(_ layout: WidgetLayout = .medium) throws -> Widget {
        Widget(try apps(order: layout.order), layout: layout, group: group)
    }

    /// The family drawn in one call, for a tool that shows its siblings: ``Widget``.
    ///
    /// - Parameters:
    ///   - format: What to draw it as; for this process's terminal unless told otherwise.
    ///   - layout: What to draw; `nil` for what suits the format.
    ///   - screen: What the terminal can show.
    /// - Throws: `AppGroupError` where the store cannot be read.
    public func drawWidget(
        as format: WidgetFormat = .text, layout: WidgetLayout? = nil, on screen: WidgetScreen = .current
    ) throws -> String {
        try widget(layout ?? WidgetLayout(size: format.defaultSize)).drawn(as: format, on: screen) { app in
            try? image(of: app.record)
        }
    }
}
