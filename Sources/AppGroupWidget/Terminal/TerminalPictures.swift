package import AppGroup
import AppGroupPlatform
import Synchronization

/// The images of apps as a terminal draws them. Each is created once, and kept in the user's cache folder.
package final class TerminalPictures: Sendable {
    private let graphics: TerminalGraphics
    private let pixels: TerminalPixels
    /// Whether the terminal gets the paths of images instead of the images.
    private let usesFiles: Bool
    private let size: (columns: Int, rows: Int)
    private let cache: PictureCache?
    private let converter: SVGConverter?
    private let made = Mutex<[String: Picture?]>([:])

    /// An image that is ready to be drawn.
    package enum Picture: Hashable, Sendable {
        /// A PNG file, for a terminal that decodes it.
        case png([UInt8])
        /// The path of a PNG file, for a terminal that reads it.
        case file(String)
        /// The sequence that draws it at the cursor.
        case sequence(String)

        /// The width and height of a PNG image; `nil` if it cannot be read.
        package var pixelSize: (width: Int, height: Int)? {
            switch self {
            case .png(let bytes): PNGImage.size(of: bytes)
            case .file(let path): (try? Files.beginning(of: path, count: 24)).flatMap(PNGImage.size)
            case .sequence: nil
            }
        }
    }

    /// PNG files up to this size are sent as they are, in bytes.
    private static let smallFile = 16 << 10
    /// The width and height of the copy of a larger one, in pixels: enough for an icon on a sharp screen.
    private static let copySide = 128

    /// - Parameters:
    ///   - screen: A screen with graphics.
    ///   - size: The size of an image, in cells.
    package init?(_ screen: WidgetScreen, _ environment: ProcessEnvironment, size: (columns: Int, rows: Int)) {
        guard let graphics = screen.graphics else { return nil }
        self.graphics = graphics
        self.size = size
        pixels = screen.pixels
        usesFiles = graphics == .kitty && screen.readsFiles
        cache = PictureCache(environment)
        converter = SVGConverter(environment)
    }

    /// A picture that was created before, by this process or another one.
    ///
    /// - Parameter identity: A text that changes with the content of the image.
    /// - Returns: `nil` if it has not been created; otherwise the picture, or `nil` in it if the image cannot be drawn.
    package func known(_ identity: String) -> Picture?? {
        if let picture = made.withLock({ $0[identity] }) { return .some(picture) }
        guard let picture = kept(identity) else { return nil }
        made.withLock { $0[identity] = .some(picture) }
        return .some(picture)
    }

    private func kept(_ identity: String) -> Picture? {
        let key = key(identity)
        if usesFiles { return cache?.file(for: key).map(Picture.file) }
        return cache?.bytes(for: key).map { bytes in
            usesPNG ? .png(bytes) : .sequence(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Forgets a picture whose file was removed.
    package func forget(_ identity: String) { made.withLock { $0[identity] = nil } }

    /// Makes a picture, and keeps it under its identity.
    @discardableResult
    package func make(_ artwork: Artwork?, _ identity: String) -> Picture? {
        let made = artwork.flatMap(picture)
        switch made {
        case .png(let bytes)?: cache?.keep(bytes, for: key(identity))
        case .sequence(let text)?: cache?.keep(Array(text.utf8), for: key(identity))
        case .file?, nil: break
        }
        let picture = made != nil && usesFiles ? kept(identity) ?? made : made
        self.made.withLock { $0[identity] = .some(picture) }
        return picture
    }

    /// The sequence that draws an image at the cursor; `nil` if it cannot be drawn. Only what another program draws is
    /// kept in the cache folder.
    func drawing(of artwork: Artwork) -> String? {
        switch artwork {
        case .png: return picture(of: artwork).map(drawing)
        case .svg(let bytes):
            let identity = SHA256.hexadecimal(of: bytes)
            return (known(identity) ?? make(artwork, identity)).map(drawing)
        }
    }

    /// The sequence that draws a picture at the cursor.
    package func drawing(_ picture: Picture) -> String {
        switch picture {
        case .png(let bytes): graphics.drawing(bytes, columns: size.columns, rows: size.rows, on: pixels)
        case .file(let path): TerminalGraphics.kittyDrawing(ofFile: path, columns: size.columns, rows: size.rows)
        case .sequence(let text): text
        }
    }

    private var usesPNG: Bool { graphics == .kitty || graphics == .iterm2 }

    private func key(_ identity: String) -> String {
        usesPNG
            ? "1 png \(identity)"
            : "1 \(graphics.rawValue) \(size) \(pixels) \(identity)"
    }

    private func picture(of artwork: Artwork) -> Picture? {
        let png: [UInt8]
        switch artwork {
        case .png(let bytes): png = bytes
        case .svg(let bytes):
            guard let drawn = converter?.png(bytes, side: Self.copySide) else { return nil }
            png = drawn
        }
        guard !usesPNG else {
            // Decoding also finds images that a terminal would refuse.
            guard let bitmap = PNGDecoder.bitmap(png, fitting: Self.copySide) else { return nil }
            return .png(png.count <= Self.smallFile ? png : bitmap.png)
        }
        let text = graphics.drawing(png, columns: size.columns, rows: size.rows, on: pixels)
        return text.isEmpty ? nil : .sequence(text)
    }
}
