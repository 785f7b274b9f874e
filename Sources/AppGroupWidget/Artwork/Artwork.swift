package import AppGroup

/// An app's image that is fit to be shown: whole, not huge, and nothing that asks for more than it brings.
///
/// What a family keeps was an image when it was registered, but its file may have been damaged since, and an image of
/// 8,192 × 8,192 pixels, which a family takes, would have a terminal or a browser hold 256 MiB.
package enum Artwork: Hashable, Sendable {
    /// Portable Network Graphics, as the bytes that were registered.
    case png([UInt8])
    /// Scalable Vector Graphics, as the bytes that were registered: to be shown through an image element alone, where
    /// neither its scripts nor its references run.
    case svg([UInt8])

    /// The most bytes.
    static let maximumSize = 256 << 10
    /// The largest width and height of a PNG image, in pixels.
    static let maximumSide = 1024

    /// `nil` for what is not to be shown.
    package init?(_ bytes: [UInt8], format: Icon.ImageFormat) {
        guard bytes.count <= Self.maximumSize else { return nil }
        switch format {
        case .png:
            guard PNGImage.fault(in: bytes) == nil, Self.side(bytes, at: 16) <= Self.maximumSide,
                Self.side(bytes, at: 20) <= Self.maximumSide
            else { return nil }
            self = .png(bytes)
        case .svg:
            guard SVGImage.fault(in: bytes) == nil, !Self.definesEntities(bytes) else { return nil }
            self = .svg(bytes)
        }
    }

    /// The image as a `data:` URL (RFC 2397), which needs nothing from anywhere.
    package var dataURL: String {
        switch self {
        case .png(let bytes): "data:image/png;base64,\(Base64.encoded(bytes))"
        case .svg(let bytes): "data:image/svg+xml;base64,\(Base64.encoded(bytes))"
        }
    }

    /// A number of the header of a PNG image, which `PNGImage` has found to be whole.
    private static func side(_ bytes: [UInt8], at position: Int) -> Int {
        bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Entities can name one another, and so make a page of a few bytes into gigabytes.
    private static func definesEntities(_ bytes: [UInt8]) -> Bool {
        let mark = Array("<!ENTITY".utf8)
        return bytes.indices.dropLast(mark.count - 1).contains { start in
            bytes[start] == mark[0] && bytes[start..<start + mark.count].elementsEqual(mark)
        }
    }
}

extension Registry {
    /// An app's image; `nil` where there is none that can be shown.
    package func artwork(of app: FamilyApp) -> Artwork? {
        guard case .image(let format, _)? = app.icon, let bytes = try? image(of: app.record) else { return nil }
        return Artwork(bytes, format: format)
    }
}
