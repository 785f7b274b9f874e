/// The formats of photos that can be read.
public enum PhotoKind: String, Sendable, CaseIterable {
    /// JPEG (ITU-T T.81), in a JFIF or EXIF file or without either.
    case jpeg
    /// HEIF with pictures in HEVC (ISO/IEC 23008-12), as iPhones write it.
    case heic
    /// PNG (W3C).
    case png
    /// WebP (RFC 9649).
    case webp

    /// The media type to send it with, such as `image/jpeg`.
    public var mediaType: String { "image/\(rawValue)" }

    /// The name for people.
    var name: String {
        switch self {
        case .jpeg: "JPEG"
        case .heic: "HEIC"
        case .png: "PNG"
        case .webp: "WebP"
        }
    }
}
