/// A package in a catalogue.
public struct CatalogPackage: Codable, Hashable, Sendable {
    /// The app's identifier, such as `com.example.rooms`.
    public var id: String
    /// The app's name, as its newest release has it.
    public var name: String
    /// The URL schemes of its newest release.
    public var schemes: [String]
    /// The icon of its newest release.
    public var icon: CatalogIcon
    /// The releases that the user may have, the newest first, in the order of ``VersionOrder``.
    public var releases: [CatalogRelease]

    /// Makes one.
    public init(id: String, name: String, schemes: [String], icon: CatalogIcon, releases: [CatalogRelease]) {
        self.id = id
        self.name = name
        self.schemes = schemes
        self.icon = icon
        self.releases = releases
    }
}
