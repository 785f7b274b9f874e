import AppGroup
import AppGroupText

/// A widget as an image: a grid of icons for each row, with the count in a red circle at the icon's upper right corner.
/// It needs no other files. Icons are in image elements, where scripts of an SVG icon do not run and references are not
/// loaded.
struct SVGDrawing {
    private let widget: Widget
    private let artwork: (AppEntry) -> Artwork?

    /// The size of a tile, in pixels, like all sizes here.
    private static let tile = (width: 104, height: 112)
    private static let icon = 56
    private static let margin = 16
    private static let heading = 32
    /// Names are truncated to this many columns, because an image cannot measure its text.
    private static let nameColumns = 14

    init(_ widget: Widget, artwork: @escaping (AppEntry) -> Artwork?) {
        self.widget = widget
        self.artwork = artwork
    }

    /// The image, on one line.
    var text: String {
        let columns = max(2, widget.rows.map(\.items.count).max() ?? 0)
        let width = 2 * Self.margin + columns * Self.tile.width
        let rowHeight = Self.heading + Self.tile.height
        let height = 2 * Self.margin + max(1, widget.rows.count) * rowHeight
        let title = Markup.escaped(widget.title)
        let rows = widget.rows.enumerated().map { row($1, at: Self.margin + $0 * rowHeight) }.joined()
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
            + "viewBox=\"0 0 \(width) \(height)\" role=\"group\" aria-labelledby=\"title\">"
            + "<title id=\"title\">\(title)</title><style>\(Self.style)</style>"
            + "<rect class=\"ground\" width=\"\(width)\" height=\"\(height)\" rx=\"16\"/>"
            + (rows.isEmpty ? Self.heading("Nothing yet", at: Self.margin) : rows) + "</svg>"
    }

    private func row(_ row: Widget.Row, at top: Int) -> String {
        let tiles = row.items.enumerated().map { index, item in
            tile(item, left: Self.margin + index * Self.tile.width, top: top + Self.heading)
        }
        return Self.heading(row.order.title + (tiles.isEmpty ? ": nothing yet" : ""), at: top) + tiles.joined()
    }

    private static func heading(_ text: String, at top: Int) -> String {
        "<text class=\"heading\" x=\"\(margin + 12)\" y=\"\(top + 18)\">\(Markup.escaped(text))</text>"
    }

    private func tile(_ item: WidgetItem, left: Int, top: Int) -> String {
        let center = left + Self.tile.width / 2
        let corner = (x: center - Self.icon / 2, y: top + 8)
        let name = Markup.escaped(item.name.truncated(to: Self.nameColumns).description)
        let content =
            icon(of: item.app, x: corner.x, y: corner.y)
            + badge(item, x: corner.x + Self.icon, y: corner.y)
            + "<text class=\"name\" x=\"\(center)\" y=\"\(corner.y + Self.icon + 22)\" aria-hidden=\"true\">\(name)</text>"
        let label = Markup.escaped(item.label)
        let titled = "<title>\(label)</title>\(content)"
        guard let url = item.url else { return "<g role=\"img\" aria-label=\"\(label)\">\(titled)</g>" }
        return "<a href=\"\(Markup.escaped(url))\" aria-label=\"\(label)\">\(titled)</a>"
    }

    private func icon(of app: AppEntry, x: Int, y: Int) -> String {
        let place = "x=\"\(x)\" y=\"\(y)\" width=\"\(Self.icon)\" height=\"\(Self.icon)\""
        if let image = artwork(app) { return "<image \(place) href=\"\(image.dataURL)\"/>" }
        let initials = Initials(of: app)
        return "<rect \(place) rx=\"13\" fill=\"\(initials.color.hexadecimal)\"/>"
            + "<text class=\"initials\" x=\"\(x + Self.icon / 2)\" y=\"\(y + Self.icon / 2 + 8)\" aria-hidden=\"true\">"
            + "\(Markup.escaped(initials.letters))</text>"
    }

    /// A circle for one digit, or a longer pill for several.
    private func badge(_ item: WidgetItem, x: Int, y: Int) -> String {
        guard item.count != 0 else { return "" }
        let text = item.shortCount
        let width = 14 + 8 * text.count
        return
            "<rect class=\"badge\" x=\"\(x + 10 - width)\" y=\"\(y - 9)\" width=\"\(width)\" height=\"22\" rx=\"11\"/>"
            + "<text class=\"count\" x=\"\(x + 10 - width / 2)\" y=\"\(y + 7)\" aria-hidden=\"true\">\(text)</text>"
    }

    /// The colors of ``HTMLPage``.
    private static let style = """
        text{font-registry:system-ui,sans-serif;fill:#1a1a1a}\
        .ground{fill:#fff}\
        .heading{font-size:15px;font-weight:600}\
        .name{font-size:13px;text-anchor:middle}\
        .initials{font-size:22px;font-weight:600;text-anchor:middle;fill:#fff}\
        .badge{fill:#c01c28;stroke:#fff;stroke-width:2}\
        .count{font-size:13px;font-weight:700;text-anchor:middle;fill:#fff}\
        @media(prefers-color-scheme:dark){text{fill:#f2f2f2}.ground{fill:#1e1e1e}.badge{stroke:#1e1e1e}\
        .initials,.count{fill:#fff}}
        """
}
