#if canImport(CAdwaita)
package import AppGroup
import AppGroupPlatform
import AppGroupWidget
import CAdwaita

/// The images of apps as textures. One thread reads and draws them, image by image; until an image is there, its tile is
/// empty.
@MainActor
package final class TileImages {
    /// The state of an app's image.
    package enum Image {
        case texture(OpaquePointer)
        /// The icon theme draws it.
        case themed(String)
        /// It is being made.
        case pending
        /// There is none that can be shown.
        case none
    }

    private enum Known {
        case texture(OpaquePointer)
        case none
        case pending
    }

    /// How many textures are kept if there are no more tiles. One takes 64 KiB at a scale of 2.
    private static let limit = 300

    /// How many tiles ask for images. As many textures are kept at least: each tile asks again when an image has been made, so
    /// with fewer, the tiles would take turns forever.
    var tiles = 0

    /// The side of a tile's image, in the pixels of the application.
    package static let side: Int32 = 64

    private let worker = Worker()
    private var known: [String: Known] = [:]
    /// The keys of the textures, the oldest first.
    private var age: [String] = []
    private var isAnnounced = false
    /// Called when images have been made.
    package var onMade: @MainActor () -> Void = {}

    package init() {}

    isolated deinit {
        for case .texture(let texture) in known.values { g_object_unref(texture.instance) }
    }

    /// The image of an app; it is made if it is not known yet.
    ///
    /// - Parameter scale: How many pixels of the screen are side by side in a pixel of the application.
    package func image(of app: AppEntry, in registries: [Registry], scale: Int32) -> Image {
        let side = Self.side * scale
        switch app.icon {
        case nil: return .none
        case .named(let name)?:
            guard let theme = Self.theme, gtk_icon_theme_has_icon(theme, name) != 0 else { return .none }
            // Symbolic icons take the color of text.
            guard !name.hasSuffix("-symbolic") else { return .themed(name) }
            return image("\(Self.themedKey)\(name) \(scale)") {
                let icon = gtk_icon_theme_lookup_icon(
                    theme, name, nil, Self.side, scale, gtk_widget_get_default_direction(),
                    GtkIconLookupFlags(rawValue: 0))
                defer { if let icon { g_object_unref(UnsafeMutableRawPointer(icon)) } }
                guard let file = icon.flatMap({ gtk_icon_paintable_get_file($0) }) else { return nil }
                nonisolated(unsafe) let shared = file
                return {
                    defer { g_object_unref(shared.instance) }
                    return TileTexture.texture(of: shared, side: side)
                }
            }
        case .image(let format, let digest)?:
            return image("\(digest) \(scale)") {
                guard let registry = registries.of(app.group) else { return nil }
                let record = app.record
                return { TileTexture.texture(of: record, format, in: registry, side: side) }
            }
        }
    }

    /// The image that is kept under a key.
    ///
    /// - Parameter work: Returns the closure that makes it on another thread; `nil` if it cannot be made.
    private func image(_ key: String, _ work: () -> (@Sendable () -> OpaquePointer?)?) -> Image {
        switch known[key] {
        case .texture(let texture)?: return .texture(texture)
        case Known.none?: return .none
        case .pending?: return .pending
        case nil: break
        }
        guard let make = work() else { return .none }
        known[key] = .pending
        worker.add { [weak self] in
            nonisolated(unsafe) let texture = make()
            MainLoop.post {
                if let self { self.keep(texture, as: key) } else if let texture { g_object_unref(texture.instance) }
            }
        }
        return .pending
    }

    /// The beginning of the keys of the icon theme's images. Digests consist of letters and digits.
    private static let themedKey = "theme:"

    private static var theme: OpaquePointer? {
        gdk_display_get_default().flatMap { gtk_icon_theme_get_for_display($0) }
    }

    /// Makes the images of the icon theme again when the user chooses another one, until a widget is destroyed.
    func followTheme(while widget: Widget) {
        guard let theme = Self.theme else { return }
        let handler = Signals.connect(theme, "changed") { [weak self] in
            guard let self else { return }
            for (key, image) in known where key.hasPrefix(Self.themedKey) {
                switch image {
                case .texture(let texture): g_object_unref(texture.instance)
                case .none: break
                case .pending: continue
                }
                known[key] = nil
                age.removeAll { $0 == key }
            }
            onMade()
        }
        Signals.connect(widget, "destroy") { Signals.disconnect(theme, handler) }
    }

    private func keep(_ texture: OpaquePointer?, as key: String) {
        known[key] = texture.map { .texture($0) } ?? Known.none
        age.append(key)
        // A tile on the screen has a reference of its own.
        if age.count > max(Self.limit, tiles), case .texture(let old)? = known.removeValue(forKey: age.removeFirst()) {
            g_object_unref(old.instance)
        }
        // Many images are shown with one change.
        guard !isAnnounced else { return }
        isAnnounced = true
        MainLoop.postWhenIdle { [weak self] in
            self?.isAnnounced = false
            self?.onMade()
        }
    }
}

/// Draws images as textures, on any thread.
private enum TileTexture {
    /// Draws an image that is safe to show, at the size that is needed, so that it is sharp and takes little memory.
    static func texture(
        of app: AppRecord, _ format: AppIcon.ImageFormat, in registry: Registry, side: Int32
    ) -> OpaquePointer? {
        guard let bytes = try? registry.image(of: app) else { return nil }
        let shown: [UInt8]
        if format == .svg, !SVGImage.isSimple(bytes) {
            // Only a process of its own can be ended if the image takes too long.
            guard let drawn = SVGConverter(.current)?.png(bytes, side: Int(side)) else { return nil }
            shown = drawn
        } else {
            guard let artwork = Artwork(bytes, format: format) else { return nil }
            switch artwork {
            case .png(let bytes), .svg(let bytes): shown = bytes
            }
        }
        let data = shown.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(data) }
        return g_memory_input_stream_new_from_bytes(data).flatMap { texture(reading: $0, side: side) }
    }

    /// Draws an icon of the theme. GTK would keep it at the size of its file, which may be 512 pixels, and scale it down in each
    /// frame.
    static func texture(of file: OpaquePointer, side: Int32) -> OpaquePointer? {
        g_file_read(file, nil, nil).flatMap { stream in
            texture(reading: UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GInputStream.self), side: side)
        }
    }

    /// - Parameter stream: It is released.
    private static func texture(reading stream: UnsafeMutablePointer<GInputStream>, side: Int32) -> OpaquePointer? {
        defer { g_object_unref(stream.instance) }
        guard let pixels = gdk_pixbuf_new_from_stream_at_scale(stream, side, side, 1, nil, nil) else { return nil }
        defer { g_object_unref(pixels.instance) }
        return gdk_texture_new_for_pixbuf(pixels)
    }
}
#endif
