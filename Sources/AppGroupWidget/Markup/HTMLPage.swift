import AppGroup

/// A widget as a page: a card with the group's name, the total, and a grid of icons for each row, with the count in a
/// red circle at the icon's upper right corner. The page loads no other files. It runs no scripts, unless it keeps
/// itself up to date.
struct HTMLPage {
    private let widget: Widget
    private let updates: PageUpdates?
    private let artwork: (AppEntry) -> ArtworkPair?

    /// - Parameter updates: The way the page follows its file; `nil` if it does not.
    init(_ widget: Widget, updates: PageUpdates?, artwork: @escaping (AppEntry) -> ArtworkPair?) {
        self.widget = widget
        self.updates = updates
        self.artwork = artwork
    }

    /// The page, on one line.
    var text: String {
        let title = Markup.escaped(widget.title)
        return "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">"
            + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
            + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
            + "style-src 'unsafe-inline'\(updates == nil ? "" : PageUpdates.policy)\">"
            + (updates == nil ? "" : PageUpdates.fallback)
            + "<meta name=\"color-scheme\" content=\"\(widget.appearance.colorScheme)\"><title>\(title)</title>"
            + "<style>\(PageStyle(widget.appearance).text)</style></head><body>"
            + "<main aria-label=\"\(title)\" style=\"--columns:\(columns)\">\(header)"
            + (widget.rows.isEmpty ? "<p>Nothing yet</p>" : widget.rows.enumerated().map(section).joined())
            + (widget.omitted > 0 && widget.layout.size != .small ? "<p>and \(widget.omitted) more</p>" : "")
            + "</main>\(updates?.element ?? "")</body></html>"
    }

    /// The largest number of apps side by side: as many as the longest row has, within what is easy to look over.
    private var columns: Int { min(max(widget.rows.map(\.items.count).max() ?? 0, 4), 8) }

    private var header: String {
        "<header><h1 dir=\"auto\">\(Markup.escaped(widget.heading))</h1>"
            + "<p class=\"total\(widget.total == 0 ? " none" : "")\">\(widget.toDo)</p></header>"
    }

    private func section(_ index: Int, _ row: Widget.Row) -> String {
        "<section aria-labelledby=\"row\(index)\"><h2 id=\"row\(index)\">\(row.title)</h2>"
            + "<ul>\(row.items.map(tile).joined())</ul></section>"
    }

    private func tile(_ item: WidgetItem) -> String {
        let icon: String
        if let images = artwork(item.app) {
            let image = "<img alt=\"\" src=\"\(images.image.dataURL)\">"
            icon =
                images.dark.map { dark in
                    "<picture><source media=\"(prefers-color-scheme:dark)\" srcset=\"\(dark.dataURL)\">\(image)</picture>"
                } ?? image
        } else {
            let initials = Initials(of: item.app)
            icon =
                "<span class=\"initials\" aria-hidden=\"true\" style=\"background:\(initials.color.hexadecimal)\">"
                + "\(Markup.escaped(initials.letters))</span>"
        }
        let badge = item.count == 0 ? "" : "<span class=\"badge\" aria-hidden=\"true\">\(item.shortCount)</span>"
        let content =
            "<span class=\"icon\">\(icon)\(badge)</span>"
            + "<span class=\"name\" dir=\"auto\" aria-hidden=\"true\">\(Markup.escaped("\(item.app.name)"))</span>"
        let label = "aria-label=\"\(Markup.escaped(item.label))\" title=\"\(Markup.escaped(item.label))\""
        let start = "<li data-app=\"\(item.app.group) \(item.app.id)\">"
        guard let url = item.url else {
            return "\(start)<span class=\"app\" role=\"img\" \(label)>\(content)</span></li>"
        }
        return "\(start)<a class=\"app\" href=\"\(Markup.escaped(url))\" \(label)>\(content)</a></li>"
    }
}

extension Widget {
    /// The title of a page or image.
    var title: String { "\(heading): \(total) to do" }

    /// The name of the group, if it has one.
    var heading: String { group.map(appearance.title) ?? "Apps" }

    /// The total in words.
    var toDo: String { total == 0 ? "Nothing to do" : "\(total) to do" }
}
