/// Why a file is not a photo that can be used: the kind of failure, and a sentence for the user.
///
/// A photo without a place, or with damaged EXIF data, is not a failure.
public struct PhotoError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: Sendable {
        /// There is no such file.
        case notFound
        /// The operating system refused to read or write.
        case inputOutput
        /// Anything but a JPEG, HEIC, PNG or WebP.
        case notPhoto
        /// A photo that is cut off before its picture, or that contradicts its format.
        case damaged
        /// More bytes than ``PhotoLimits`` allow.
        case tooLarge
        /// More pixels than ``PhotoLimits`` allow.
        case tooManyPixels
        /// A feature of a format that this library doesn't know, such as an animation.
        case unsupported
    }

    /// The kind of failure.
    public let code: Code

    /// The sentence, with its period. It names a path only if the library was given one.
    public let description: String

    init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }

    static func damaged(_ kind: PhotoKind, _ reason: String) -> PhotoError {
        PhotoError(.damaged, "This \(kind.name) is damaged: \(reason).")
    }
}
