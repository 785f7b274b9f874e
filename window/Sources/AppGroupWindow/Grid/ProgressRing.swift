#if canImport(CAdwaita)
import CAdwaita

/// How far something is that is being done with an app.
package struct TileProgress: Hashable, Sendable {
    /// 0 to 1. It never falls.
    package private(set) var fraction = 0.0
    /// The current step, in a few words: `Downloading`.
    package private(set) var words: String

    package init(_ words: String) { self.words = words }

    /// Notes what is being done now, and how much of it is done. Less than before counts as no change.
    package mutating func advance(to fraction: Double, _ words: String) {
        self.fraction = max(self.fraction, min(1, fraction))
        self.words = words
    }

    /// The hundredths that are done.
    package var percent: Int { Int(fraction * 100) }
}

/// A ring that closes while something is being done.
@MainActor
final class ProgressRing {
    let widget = gtk_drawing_area_new()!
    private var fraction = 0.0

    init() {
        widget.addClass("ring")
        gtk_widget_set_size_request(widget, 44, 44)
        gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
        // A click goes through to the tile.
        gtk_widget_set_can_target(widget, 0)
        gtk_drawing_area_set_draw_func(
            widget.cast(),
            { area, cairo, width, height, data in
                nonisolated(unsafe) let (area, cairo) = (area!, cairo!)
                MainLoop.with(data, as: ProgressRing.self) { ring in
                    let color = ProgressRing.color(
                        of: UnsafeMutableRawPointer(area).assumingMemoryBound(to: GtkWidget.self))
                    ring.draw(cairo, Double(width), Double(height), color)
                }
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    func show(_ fraction: Double) {
        guard fraction != self.fraction else { return }
        self.fraction = fraction
        gtk_widget_queue_draw(widget)
    }

    private static func color(of widget: Widget) -> GdkRGBA {
        var color = GdkRGBA()
        gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color)
        return color
    }

    private func draw(_ cairo: OpaquePointer, _ width: Double, _ height: Double, _ color: GdkRGBA) {
        let line = 5.0
        let radius = min(width, height) / 2 - line / 2
        let (red, green, blue) = (Double(color.red), Double(color.green), Double(color.blue))
        cairo_set_line_width(cairo, line)
        cairo_set_source_rgba(cairo, red, green, blue, 0.25)
        cairo_arc(cairo, width / 2, height / 2, radius, 0, 2 * .pi)
        cairo_stroke(cairo)
        guard fraction > 0 else { return }
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
        cairo_set_source_rgba(cairo, red, green, blue, 1)
        cairo_arc(cairo, width / 2, height / 2, radius, -.pi / 2, (2 * fraction - 0.5) * .pi)
        cairo_stroke(cairo)
    }
}
#endif
