/// Where the picture of a package is, and what it must be.
public struct CatalogIcon: Codable, Hashable, Sendable {
    /// A path on the server that the catalogue came from.
    public var path: String
    /// `image/png` or `image/svg+xml`.
    public var type: String
    /// The SHA-256 of the picture, 64 lower-case hexadecimal digits.
    public var sha256: String

    /// Makes one.
    public init(path: String, type: String, sha256: String) {
        self.path = path
        self.type = type
        self.sha256 = sha256
    }
}
