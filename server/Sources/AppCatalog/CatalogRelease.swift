/// One version of a package, for one platform.
public struct CatalogRelease: Codable, Hashable, Sendable {
    /// What people call it, such as `1.4`: `CFBundleShortVersionString`, else `CFBundleVersion`; left out where it has
    /// neither.
    public var version: String?
    /// `CFBundleVersion`, where the package has one.
    public var build: String?
    /// `stable` or `beta`.
    public var channel: ReleaseChannel
    /// What it runs on.
    public var platform: CatalogPlatform
    /// The least release of the system that it runs on, where the package says so.
    public var minimumSystem: String?
    /// Bytes of the package's file.
    public var size: UInt64
    /// Bytes of all files in it, unpacked.
    public var unpackedSize: UInt64
    /// The SHA-256 of the package's file, 64 lower-case hexadecimal digits: its name everywhere.
    public var sha256: String
    /// What changed, as its publisher wrote it: plain text, lines end in `\n`; empty where he wrote nothing.
    public var notes: String
    /// When it was published, RFC 3339 in UTC, such as `2026-11-21T15:00:00Z`.
    public var published: String
    /// Where the file is: a path on the server that the catalogue came from, which wants the same login.
    public var path: String

    /// Makes one.
    public init(
        version: String?, build: String?, channel: ReleaseChannel, platform: CatalogPlatform, minimumSystem: String?,
        size: UInt64, unpackedSize: UInt64, sha256: String, notes: String, published: String, path: String
    ) {
        self.version = version
        self.build = build
        self.channel = channel
        self.platform = platform
        self.minimumSystem = minimumSystem
        self.size = size
        self.unpackedSize = unpackedSize
        self.sha256 = sha256
        self.notes = notes
        self.published = published
        self.path = path
    }
}
