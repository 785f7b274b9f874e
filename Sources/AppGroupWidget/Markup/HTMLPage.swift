import AppGroup

/// A widget as a page: a grid of icons for each row, with the count in a red circle at the icon's upper right corner.
/// The page loads no other files, runs no scripts, and is readable in light and dark mode.
struct HTMLPage {
    private let widget: Widget
    private let isReloading: Bool
    private let artwork: (AppEntry) -> Artwork?

    init(_ widget: Widget, isReloading: Bool, artwork: @escaping (AppEntry) -> Artwork?) {
        self.widget = widget
        self.isReloading = isReloading
        self.artwork = artwork
    }

    /// The page, on one line.
    var text: String {
        let title = Markup.escaped(widget.title)
        return "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">"
            + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
            + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
            + "style-src 'unsafe-inline'\">"
            + (isReloading ? "<meta http-equiv=\"refresh\" content=\"5\">" : "")
            + "<meta name=\"color-scheme\" content=\"light dark\"><title>\(title)</title>"
            + "<style>\(Self.style)</style></head><body><main aria-label=\"\(title)\">"
            + (widget.rows.isEmpty ? "<p>Nothing yet</p>" : widget.rows.enumerated().map(section).joined())
            + "</main></body></html>"
    }

    private func section(_ index: Int, _ row: Widget.Row) -> String {
        let items = row.items.map(tile).joined()
        return "<section aria-labelledby=\"row\(index)\"><h2 id=\"row\(index)\">\(row.order.title)</h2>"
            + (items.isEmpty ? "<p>nothing yet</p>" : "<ul>\(items)</ul>") + "</section>"
    }

    private func tile(_ item: WidgetItem) -> String {
        let icon: String
        if let image = artwork(item.app) {
            icon = "<img alt=\"\" src=\"\(image.dataURL)\">"
        } else {
            let initials = Initials(of: item.app)
            icon =
                "<span class=\"initials\" aria-hidden=\"true\" style=\"background:\(initials.color.hexadecimal)\">"
                + "\(Markup.escaped(initials.letters))</span>"
        }
        let badge = item.count == 0 ? "" : "<span class=\"badge\" aria-hidden=\"true\">\(item.shortCount)</span>"
        let content =
            "<span class=\"icon\">\(icon)\(badge)</span>"
            + "<span class=\"name\" aria-hidden=\"true\">\(Markup.escaped("\(item.app.name)"))</span>"
        let label = "aria-label=\"\(Markup.escaped(item.label))\" title=\"\(Markup.escaped(item.label))\""
        guard let url = item.url else { return "<li><span class=\"app\" role=\"img\" \(label)>\(content)</span></li>" }
        return "<li><a class=\"app\" href=\"\(Markup.escaped(url))\" \(label)>\(content)</a></li>"
    }

    /// The contrast of text is 7 to 1 or more, and of white on the badge's red 6.1 (WCAG 2.2, 1.4.3 requires 4.5).
    private static let style = """
        :root{color-scheme:light dark}\
        body{margin:1rem;font:15px/1.3 system-ui,sans-serif;color:#1a1a1a;background:#fff}\
        h2{margin:0 0 .6rem .75rem;font-size:1rem;font-weight:600}\
        p{margin:0 0 1rem .75rem}\
        ul{list-style:none;margin:0 0 1rem;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(6rem,1fr));\
        gap:.75rem;max-width:56rem}\
        .app{display:flex;flex-direction:column;align-items:center;padding:.75rem .25rem;border-radius:.75rem;\
        color:inherit;text-decoration:none}\
        a.app:hover{background:#0000000f}\
        a.app:focus-visible{outline:3px solid #1c5fb8;outline-offset:1px}\
        .icon{position:relative;width:3.5rem;height:3.5rem}\
        .icon img,.initials{display:block;width:100%;height:100%;border-radius:.8rem;object-fit:contain}\
        .initials{display:flex;align-items:center;justify-content:center;color:#fff;font-size:1.35rem;font-weight:600}\
        .badge{position:absolute;top:-.5rem;right:-.6rem;min-width:1.35rem;height:1.35rem;padding:0 .32rem;\
        box-sizing:border-box;border-radius:1rem;background:#c01c28;color:#fff;font-size:.8rem;font-weight:700;\
        line-height:1.35rem;text-align:center;box-shadow:0 0 0 2px #fff}\
        .name{margin-top:.5rem;max-width:6.5rem;text-align:center;overflow-wrap:anywhere;display:-webkit-box;\
        -webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}\
        @media(prefers-color-scheme:dark){body{color:#f2f2f2;background:#1e1e1e}\
        a.app:hover{background:#ffffff1a}a.app:focus-visible{outline-color:#8ab8ff}\
        .badge{box-shadow:0 0 0 2px #1e1e1e}}
        """
}

extension Widget {
    /// The title of a page or image.
    var title: String { "\(group.map { "\($0)" } ?? "Apps"): \(total) to do" }
}
