import AppGroup
import AppGroupText

/// A widget as an image: the group's name, the total, and a grid of icons for each row, with the count in a red circle
/// at the icon's upper right corner. It needs no other files. Icons are in image elements, where scripts of an SVG icon
/// do not run and references are not loaded.
struct SVGDrawing {
    private let widget: Widget
    private let artwork: (AppEntry) -> ArtworkPair?
    /// The largest number of apps side by side.
    private let columns: Int
    /// The size of a tile, in pixels, like all sizes here.
    private let tile: (width: Int, height: Int)
    private let icon: Int

    private static let margin = 16
    /// The height of the line with the group's name.
    private static let head = 44
    private static let heading = 34
    /// The space that a name leaves at the sides of its tile, together.
    private static let nameMargin = 6
    /// The height of a line of a name. A name has at most two lines.
    private static let nameHeight = 16

    /// - Parameter columns: The largest number of apps side by side; `nil` for as many as the longest row has, at most 8.
    init(_ widget: Widget, columns: Int?, artwork: @escaping (AppEntry) -> ArtworkPair?) {
        self.widget = widget
        self.artwork = artwork
        let longest = widget.rows.map(\.items.count).max() ?? 0
        self.columns = max(1, columns.map { min($0, longest) } ?? min(max(longest, 3), 8))
        icon = widget.appearance.size.iconSide
        let space = widget.appearance.density == .compact ? (width: 32, height: 44) : (width: 48, height: 56)
        let width = max(84, icon + space.width)
        let hasLongNames = widget.rows.contains { $0.items.contains { Self.lines(of: $0, width: width).count > 1 } }
        tile = (width, icon + space.height + (hasLongNames ? Self.nameHeight : 0))
    }

    /// The name of an app in one line or two. A second line that is too long is shortened.
    private static func lines(of item: WidgetItem, width: Int) -> [String] {
        DrawnText(item.name, size: 13).lines(of: width - nameMargin).map(\.text)
    }

    /// The image, on one line.
    var text: String {
        let width = 2 * Self.margin + columns * tile.width
        var top = Self.margin + Self.head
        var rows = ""
        for row in widget.rows {
            rows += self.row(row, at: top)
            top += Self.heading + (row.items.count + columns - 1) / columns * tile.height
        }
        if widget.rows.isEmpty { rows = note("Nothing yet", at: &top) }
        if widget.omitted > 0, widget.layout.size != .small { rows += note("and \(widget.omitted) more", at: &top) }
        let height = top + Self.margin
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
            + "viewBox=\"0 0 \(width) \(height)\" role=\"group\" aria-labelledby=\"title\">"
            + "<title id=\"title\">\(Markup.escaped(widget.title))</title><style>\(style)</style>"
            + "<rect class=\"ground\" width=\"\(width)\" height=\"\(height)\" rx=\"20\"/>"
            + "\(head(width: width))\(rows)</svg>"
    }

    /// The group's name, and the total if there is room beside it.
    private func head(width: Int) -> String {
        let (left, right, middle) = (Self.margin + 12, width - Self.margin - 12, Self.margin + 18)
        let pill = 9 * widget.toDo.count + 24
        let hasPill = widget.total != 0 && right - left - pill >= 120
        let room = right - left - (hasPill ? pill + 12 : 0)
        let name = DrawnText(SafeText(widget.heading), size: 20, isBold: true).shortened(to: room).text
        let heading = "<text class=\"group\" x=\"\(left)\" y=\"\(middle + 7)\">\(Markup.escaped(name))</text>"
        guard hasPill else { return heading }
        return heading
            + "<rect class=\"total\" x=\"\(right - pill)\" y=\"\(middle - 13)\" width=\"\(pill)\" height=\"26\" rx=\"13\"/>"
            + "<text class=\"sum\" x=\"\(right - pill / 2)\" y=\"\(middle + 5)\">\(widget.toDo)</text>"
    }

    private func row(_ row: Widget.Row, at top: Int) -> String {
        heading(row.title, at: top)
            + row.items.enumerated().map { index, item in
                tile(
                    item, left: Self.margin + index % columns * tile.width,
                    top: top + Self.heading + index / columns * tile.height)
            }.joined()
    }

    private func heading(_ text: String, at top: Int) -> String {
        "<text class=\"heading\" x=\"\(Self.margin + 12)\" y=\"\(top + 20)\">\(Markup.escaped(text))</text>"
    }

    private func note(_ text: String, at top: inout Int) -> String {
        defer { top += Self.heading }
        return heading(text, at: top)
    }

    private func tile(_ item: WidgetItem, left: Int, top: Int) -> String {
        let center = left + tile.width / 2
        let corner = (x: center - icon / 2, y: top + 10)
        let name = Self.lines(of: item, width: tile.width).enumerated().map { index, line in
            "<text class=\"name\" x=\"\(center)\" y=\"\(corner.y + icon + 22 + index * Self.nameHeight)\" "
                + "aria-hidden=\"true\">\(Markup.escaped(line))</text>"
        }
        let content =
            icon(of: item.app, x: corner.x, y: corner.y)
            + badge(item, x: corner.x + icon, y: corner.y) + name.joined()
        let label = Markup.escaped(item.label)
        let titled = "<title>\(label)</title>\(content)"
        guard let url = item.url else { return "<g role=\"img\" aria-label=\"\(label)\">\(titled)</g>" }
        return "<a href=\"\(Markup.escaped(url))\" aria-label=\"\(label)\">\(titled)</a>"
    }

    private func icon(of app: AppEntry, x: Int, y: Int) -> String {
        let place = "x=\"\(x)\" y=\"\(y)\" width=\"\(icon)\" height=\"\(icon)\""
        if let images = artwork(app) {
            guard let dark = images.dark else { return "<image \(place) href=\"\(images.image.dataURL)\"/>" }
            return "<image class=\"light\" \(place) href=\"\(images.image.dataURL)\"/>"
                + "<image class=\"dark\" \(place) href=\"\(dark.dataURL)\"/>"
        }
        let initials = Initials(of: app)
        let middle = (x: x + icon / 2, y: y + icon / 2 + icon * 14 / 100)
        return "<rect \(place) rx=\"\(icon * 23 / 100)\" fill=\"\(initials.color.hexadecimal)\"/>"
            + "<text class=\"initials\" x=\"\(middle.x)\" y=\"\(middle.y)\" aria-hidden=\"true\">"
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

    /// Shows one of two images.
    private static let pairs =
        ".dark{display:none}@media(prefers-color-scheme:dark){.light{display:none}.dark{display:inline}}"

    /// The colors of ``PageStyle``.
    private var style: String {
        let look = widget.appearance
        return """
            text{font-family:system-ui,sans-serif}\
            .group{font-size:20px;font-weight:700}\
            .heading{font-size:13px;font-weight:600}\
            .name{font-size:13px;text-anchor:middle}\
            .initials{font-size:\(icon * 39 / 100)px;font-weight:600;text-anchor:middle;fill:#fff}\
            .badge{fill:\(WidgetPalette.badge);stroke-width:2}\
            .count{font-size:13px;font-weight:700;text-anchor:middle;fill:#fff}\
            .total{fill:\(look.accent.hexadecimal)}\
            .sum{font-size:14px;font-weight:600;text-anchor:middle;fill:\(look.accent.textColor.hexadecimal)}
            """
                + (look.theme == .auto ? Self.pairs : "")
                + look.css { palette in
                    ".ground{fill:\(palette.card)}.badge{stroke:\(palette.card)}.group,.name{fill:\(palette.text)}"
                        + ".heading{fill:\(palette.faint)}"
                }
    }
}
