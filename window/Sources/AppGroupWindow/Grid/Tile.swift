#if canImport(CAdwaita)
import AppGroup
import AppGroupWidget
import CAdwaita

/// The widgets of one place in the grid: the image with the count at its corner, and the name below it. They are made
/// once and then filled again and again. Most apps need few of them, so that each is made when it is first needed.
@MainActor
final class Tile {
    let widget: Widget
    /// The place that the tile has in the grid now.
    let cell: OpaquePointer
    private let overlay = gtk_overlay_new()!
    private let title = gtk_label_new(nil)!
    private lazy var image = makeImage()
    private lazy var initials = makeInitials()
    private lazy var count = makeCount()
    private lazy var remark = makeRemark()
    private lazy var ring = makeRing()
    private var (hasCount, hasRemark, hasRing) = (false, false, false)
    private var initialsClass = ""
    private var picture: Widget?
    private var styles: Set<String> = []

    /// The least width of a tile with its margins, at the usual size of text.
    private static let usualWidth = 112.0

    /// The least width of a tile with its margins.
    static var width: Int32 { Int32(usualWidth * TextScale.factor) }

    /// A height that the tile of every item exceeds: that of its image and of the space around it, without a text.
    static let leastHeight = TileImages.side + 22

    /// - Parameter cell: The `GtkListItem` that the tile belongs to.
    init(in cell: OpaquePointer) {
        self.cell = cell
        widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)
        widget.addClass("tile")
        gtk_widget_set_size_request(widget, Self.width - 12, -1)
        gtk_widget_set_halign(overlay, GTK_ALIGN_CENTER)
        gtk_widget_set_size_request(overlay, TileImages.side, TileImages.side)
        title.addClass("title")
        Self.center(title)
        gtk_label_set_wrap(title.opaque, 1)
        gtk_label_set_wrap_mode(title.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_lines(title.opaque, 2)
        gtk_box_append(widget.cast(), overlay)
        gtk_box_append(widget.cast(), title)
    }

    private static func center(_ label: Widget) {
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
        gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
        gtk_label_set_max_width_chars(label.opaque, 12)
    }

    /// Shows an item.
    ///
    /// - Parameters:
    ///   - remark: The text below the name; empty for none.
    ///   - spoken: The text for assistive technology.
    ///   - progress: How far it is, if the app is being installed or updated.
    func show(_ item: GroupItem, image: TileImages.Image, remark: String, spoken: String, progress: TileProgress?) {
        appear(as: item.isPale ? ["pale"] : [])
        overlay.isVisible = true
        gtk_label_set_text(title.opaque, item.title)
        show(count: item.count)
        show(remark: progress?.remark ?? remark)
        show(progress)
        show(image, of: item)
        gtk_list_item_set_activatable(cell, 1)
        gtk_list_item_set_selectable(cell, 1)
        guard let around else { return }
        around.isVisible = true
        gtk_widget_set_focusable(around, 1)
        gtk_widget_set_can_target(around, 1)
        // It gets the focus, so assistive technology reads its label.
        app_group_set_accessible_label(around, spoken + (progress.map { ", \($0.spoken)" } ?? ""))
    }

    /// Shows the heading of the items after it.
    func show(heading: String) {
        appear(as: ["heading-tile"])
        overlay.isVisible = false
        show(count: "")
        show(remark: "")
        show(nil)
        gtk_label_set_text(title.opaque, heading)
        gtk_list_item_set_activatable(cell, 0)
        gtk_list_item_set_selectable(cell, 0)
        guard let around else { return }
        around.isVisible = true
        gtk_widget_set_focusable(around, 0)
        gtk_widget_set_can_target(around, 0)
        app_group_set_accessible_label(around, heading)
    }

    /// Shows nothing. The place stays.
    func showNothing() { around?.isVisible = false }

    /// The widget that the grid view puts around the tile.
    private var around: Widget? { gtk_widget_get_parent(widget) }

    /// Whether the grid view showed the tile in the last frame, or has not placed it yet.
    var isOnScreen: Bool { around.map { gtk_widget_get_child_visible($0) != 0 } ?? false }

    /// The height of the row that the tile is in.
    var rowHeight: Int32 { around.map { gtk_widget_get_height($0) + 2 * GridStyle.margin } ?? 1 }

    private func appear(as new: Set<String>) {
        guard new != styles else { return }
        for style in styles.subtracting(new) { widget.setClass(style, false) }
        for style in new.subtracting(styles) { widget.setClass(style, true) }
        styles = new
        gtk_label_set_lines(title.opaque, new.contains("heading-tile") ? 1 : 2)
    }

    private func show(count text: String) {
        guard !text.isEmpty || hasCount else { return }
        hasCount = true
        gtk_label_set_text(count.opaque, text)
        count.isVisible = !text.isEmpty
    }

    private func show(remark text: String) {
        guard !text.isEmpty || hasRemark else { return }
        hasRemark = true
        gtk_label_set_text(remark.opaque, text)
        remark.isVisible = !text.isEmpty
    }

    private func show(_ progress: TileProgress?) {
        guard progress != nil || hasRing else { return }
        hasRing = true
        ring.widget.isVisible = progress != nil
        if let progress { ring.show(progress.fraction) }
    }

    private func show(_ new: TileImages.Image, of item: GroupItem) {
        switch new {
        case .texture(let texture):
            show(picture: image)
            gtk_image_set_from_paintable(image.opaque, texture)
        case .themed(let name):
            show(picture: image)
            gtk_image_set_from_icon_name(image.opaque, name)
        case .pending:
            show(picture: image)
            gtk_image_clear(image.opaque)
        case .none:
            show(picture: initials)
            let drawn = item.initials
            gtk_label_set_text(initials.opaque, drawn.letters)
            let newClass = GridStyle.initialsClass(drawn.color)
            guard newClass != initialsClass else { return }
            if !initialsClass.isEmpty { initials.setClass(initialsClass, false) }
            initials.addClass(newClass)
            initialsClass = newClass
        }
    }

    private func show(picture new: Widget) {
        guard new != picture else { return }
        gtk_overlay_set_child(overlay.opaque, new)
        picture = new
    }

    // MARK: - Parts

    /// The overlay gives up its reference to one of the two when it shows the other.
    private func kept(_ widget: Widget) -> Widget {
        g_object_ref_sink(UnsafeMutableRawPointer(widget))
        AppGroupWindow.keep(Reference(widget), with: UnsafeMutableRawPointer(self.widget), as: "part \(widget)")
        return widget
    }

    private final class Reference {
        private let widget: Widget
        init(_ widget: Widget) { self.widget = widget }
        deinit { g_object_unref(UnsafeMutableRawPointer(widget)) }
    }

    private func makeImage() -> Widget {
        let image = kept(gtk_image_new())
        image.addClass("picture")
        gtk_image_set_pixel_size(image.opaque, TileImages.side)
        return image
    }

    private func makeInitials() -> Widget {
        let label = kept(gtk_label_new(nil))
        label.addClass("picture")
        label.addClass("initials")
        return label
    }

    private func makeCount() -> Widget {
        let label = gtk_label_new(nil)!
        label.addClass("count")
        label.addClass("numeric")
        gtk_widget_set_halign(label, GTK_ALIGN_END)
        gtk_widget_set_valign(label, GTK_ALIGN_START)
        gtk_overlay_add_overlay(overlay.opaque, label)
        return label
    }

    private func makeRemark() -> Widget {
        let label = gtk_label_new(nil)!
        label.addClass("remark")
        label.addClass("dim-label")
        Self.center(label)
        gtk_box_append(widget.cast(), label)
        return label
    }

    private func makeRing() -> ProgressRing {
        let ring = ProgressRing()
        AppGroupWindow.keep(ring, with: UnsafeMutableRawPointer(ring.widget), as: "app-group-ring")
        gtk_overlay_add_overlay(overlay.opaque, ring.widget)
        return ring
    }
}

extension TileProgress {
    private var isUnderWay: Bool { percent > 0 && percent < 100 }

    /// The text below the name, where there is room for little: `40 %`.
    fileprivate var remark: String { isUnderWay ? "\(percent) %" : words }

    /// The text for assistive technology: `Downloading 40 %`.
    fileprivate var spoken: String { isUnderWay ? "\(words) \(percent) %" : words }
}

extension GroupItem {
    fileprivate var initials: Initials {
        switch self {
        case .app(let app), .action(_, let app): Initials(of: app)
        case .offer(let offer, _): Initials(of: offer.name, offer.app)
        }
    }
}
#endif
