/// An app's icon as its author gives it.
///
/// An image has at most 1 MiB. The sides of a PNG have at most 8192 pixels, and nothing follows its end. An SVG is text in UTF-8
/// and defines no entities. The pixels are not decoded.
public enum IconSource: Hashable, Sendable {
    /// The bytes of a PNG image.
    case png([UInt8])
    /// The bytes of an SVG image.
    case svg([UInt8])
    /// A file with a PNG or SVG image: its bytes are copied into the group's container.
    case file(String)
    /// The name of an icon of the desktop's theme, such as `mail-unread` (freedesktop Icon Naming Specification).
    case named(String)
}

/// An app's icon as the registry keeps it.
public enum AppIcon: Hashable, Sendable {
    /// The name of an icon of the desktop's theme.
    case named(String)
    /// An image in the group's container, `icons/<digest>.<format>`.
    case image(format: ImageFormat, digest: String)

    /// The two kinds of image that a group keeps.
    public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
        /// Portable Network Graphics.
        case png
        /// Scalable Vector Graphics.
        case svg
    }

    /// The most bytes that an image may have: 1 MiB.
    public static let maximumSize = 1 << 20

    /// The name of the image's file in the container's folder `icons`; `nil` for a themed icon.
    public var fileName: String? {
        guard case .image(let format, let digest) = self else { return nil }
        return "\(digest).\(format.rawValue)"
    }

    /// The name of a themed icon; `nil` for an image.
    package var themedName: String? {
        guard case .named(let name) = self else { return nil }
        return name
    }
}

extension AppIcon: RawRepresentable {
    /// How the registry writes it: `name:mail-unread`, `png:<sha256>`, `svg:<sha256>`.
    public var rawValue: String {
        switch self {
        case .named(let name): "name:\(name)"
        case .image(let format, let digest): "\(format.rawValue):\(digest)"
        }
    }

    /// Reads what ``rawValue`` wrote; `nil` for anything else.
    public init?(rawValue: String) {
        guard let colon = rawValue.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let value = String(rawValue[rawValue.utf8.index(after: colon)...])
        if rawValue[..<colon] == "name" {
            self = .named(value)
        } else if let format = ImageFormat(rawValue: String(rawValue[..<colon])), Hexadecimal.isDigest(value) {
            self = .image(format: format, digest: value)
        } else {
            return nil
        }
    }
}

/// The name of an icon of the desktop's theme, such as `mail-unread` (freedesktop Icon Naming Specification).
///
/// 1 to 255 bytes of UTF-8; no slash, no control or direction-changing characters.
public struct IconName: Hashable, Sendable, CustomStringConvertible {
    /// The name as it was given.
    public let description: String

    /// Takes a name that comes from outside, and refuses it with a sentence that says which rule it breaks.
    public init(_ text: String) throws(AppGroupError) {
        try PlainText.check(text, "icon name", limit: 255)
        guard !text.utf8.contains(UInt8(ascii: "/")) else {
            throw AppGroupError(
                .invalidValue, "\(PlainText.quoted(text)) is a path, not the name of a themed icon such as mail-unread."
            )
        }
        description = text
    }
}

extension IconName: ExpressibleByStringLiteral {
    /// Takes a name from source code. One that breaks the rules is a mistake in the program and stops it.
    public init(stringLiteral text: String) {
        do { try self.init(text) } catch { preconditionFailure(error.description) }
    }
}
