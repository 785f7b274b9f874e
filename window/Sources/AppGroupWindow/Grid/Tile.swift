#if canImport(CAdwaita)
import AppGroup
import AppGroupWidget
import CAdwaita

/// The widgets of one place in the grid: the image with the count at its corner, and the name below it. They are made
/// once and then filled again and again.
@MainActor
final class Tile {
    let widget: Widget
    private let image = gtk_image_new()!
    private let initials = gtk_label_new(nil)!
    private let count = gtk_label_new(nil)!
    private let title = gtk_label_new(nil)!
    private let remark = gtk_label_new(nil)!
    private let ring = gtk_spinner_new()!
    private var initialsClass = ""

    /// The width of a tile at the usual size of text.
    static let width: Int32 = 112

    init() {
        widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)
        widget.addClass("tile")
        gtk_widget_set_size_request(widget, Self.width - 12, -1)

        let picture = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
        picture.addClass("picture")
        gtk_widget_set_size_request(picture, TileImages.side, TileImages.side)
        gtk_image_set_pixel_size(image.opaque, TileImages.side)
        initials.addClass("initials")
        gtk_box_append(picture.cast(), image)
        gtk_box_append(picture.cast(), initials)

        let overlay = gtk_overlay_new()!
        gtk_widget_set_halign(overlay, GTK_ALIGN_CENTER)
        gtk_overlay_set_child(overlay.opaque, picture)
        count.addClass("count")
        count.addClass("numeric")
        gtk_widget_set_halign(count, GTK_ALIGN_END)
        gtk_widget_set_valign(count, GTK_ALIGN_START)
        gtk_overlay_add_overlay(overlay.opaque, count)
        gtk_widget_set_size_request(ring, 40, 40)
        gtk_widget_set_halign(ring, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(ring, GTK_ALIGN_CENTER)
        gtk_overlay_add_overlay(overlay.opaque, ring)
        gtk_box_append(widget.cast(), overlay)

        title.addClass("title")
        remark.addClass("remark")
        remark.addClass("dim-label")
        for label in [title, remark] {
            gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
            gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
            gtk_label_set_max_width_chars(label.opaque, 12)
            gtk_box_append(widget.cast(), label)
        }
        gtk_label_set_wrap(title.opaque, 1)
        gtk_label_set_wrap_mode(title.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_lines(title.opaque, 2)
    }

    /// Shows an item.
    ///
    /// - Parameter isBusy: Whether the app is being installed or updated.
    func show(_ item: GroupItem, image: TileImages.Image, isBusy: Bool) {
        gtk_label_set_text(title.opaque, item.title)
        gtk_label_set_text(count.opaque, item.count)
        count.isVisible = !item.count.isEmpty
        gtk_label_set_text(remark.opaque, item.remark)
        remark.isVisible = !item.remark.isEmpty
        if case .offer = item { widget.setClass("offer", true) } else { widget.setClass("offer", false) }
        ring.isVisible = isBusy
        if isBusy { gtk_spinner_start(ring.opaque) } else { gtk_spinner_stop(ring.opaque) }
        show(image, of: item)
        // The cell around the tile gets the focus, so assistive technology reads its label.
        if let cell = gtk_widget_get_parent(widget) {
            app_group_set_accessible_label(cell, item.spoken + (isBusy ? ", in progress" : ""))
        }
    }

    private func show(_ picture: TileImages.Image, of item: GroupItem) {
        var drawsInitials = false
        switch picture {
        case .texture(let texture): gtk_image_set_from_paintable(image.opaque, texture)
        case .themed(let name): gtk_image_set_from_icon_name(image.opaque, name)
        case .pending: gtk_image_clear(image.opaque)
        case .none:
            drawsInitials = true
            gtk_image_clear(image.opaque)
        }
        image.isVisible = !drawsInitials
        initials.isVisible = drawsInitials
        guard drawsInitials else { return }
        let drawn = item.initials
        gtk_label_set_text(initials.opaque, drawn.letters)
        let newClass = GridStyle.initialsClass(drawn.color)
        if newClass != initialsClass {
            if !initialsClass.isEmpty { initials.setClass(initialsClass, false) }
            initials.addClass(newClass)
            initialsClass = newClass
        }
    }
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
