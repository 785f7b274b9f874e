import AppGroupPlatform

/// An icon that was checked to be an image and named by its content, a themed icon with a valid name, or no icon.
struct PreparedIcon {
    /// `nil` if no icon was given.
    let icon: AppIcon?
    /// The image; `nil` for a themed icon.
    let bytes: [UInt8]?

    init(_ source: IconSource?) throws(AppGroupError) {
        switch source {
        case nil: (icon, bytes) = (nil, nil)
        case .named(let name): (icon, bytes) = (.named(try IconName(name).description), nil)
        case .png(let image): self = try Self.image(image, as: .png, from: "The icon")
        case .svg(let image): self = try Self.image(image, as: .svg, from: "The icon")
        case .file(let path): self = try Self.file(path)
        }
    }

    private init(icon: AppIcon, bytes: [UInt8]) {
        self.icon = icon
        self.bytes = bytes
    }

    private static func file(_ path: String) throws(AppGroupError) -> PreparedIcon {
        let what = "The icon \(PlainText.quoted(path: path))"
        let bytes: [UInt8]
        do {
            bytes = try Files.contents(of: path, limit: AppIcon.maximumSize)
        } catch .tooLarge {
            throw tooLarge(what)
        } catch {
            throw AppGroupError(
                .invalidValue, "\(what) cannot be read: \(error.message). \(remedy)", errno: error.number)
        }
        return try image(bytes, as: PNGImage.isLikely(bytes) ? .png : .svg, from: what)
    }

    private static func image(
        _ bytes: [UInt8], as format: AppIcon.ImageFormat, from what: String
    ) throws(AppGroupError) -> PreparedIcon {
        guard bytes.count <= AppIcon.maximumSize else { throw tooLarge(what) }
        let fault = format == .png ? PNGImage.fault(in: bytes) : SVGImage.fault(in: bytes)
        if let fault {
            throw AppGroupError(
                .invalidValue,
                "\(what) cannot be used as a \(format == .png ? "PNG" : "PNG or SVG") image: \(fault). \(remedy)")
        }
        return PreparedIcon(icon: .image(format: format, digest: SHA256.hexadecimal(of: bytes)), bytes: bytes)
    }

    private static let remedy = "Give a PNG or SVG file, or the name of a themed icon."

    private static func tooLarge(_ what: String) -> AppGroupError {
        AppGroupError(.invalidValue, "\(what) is larger than 1 MiB; make it smaller.")
    }
}
