/// Links to one release that need no login, as `POST …/links` answers: for a while, for the user who asked, for these bytes.
public struct DownloadLinks: Codable, Hashable, Sendable {
    /// The version of this form; 1.
    public var version: Int
    /// The package's file, an absolute URL.
    public var file: String
    /// The manifest by which iOS installs it, an absolute URL; `null` for what is not for iOS.
    public var manifest: String?
    /// Until when they serve, RFC 3339 in UTC.
    public var expires: String

    /// Makes an answer in the current form.
    public init(file: String, manifest: String?, expires: String) {
        version = 1
        self.file = file
        self.manifest = manifest
        self.expires = expires
    }
}
