/// A package with everything that was published of it.
public struct PackageDescription: Codable, Hashable, Sendable {
    /// The app's identifier.
    public var id: String
    /// The app's name, as its newest release has it.
    public var name: String
    /// The newest first.
    public var releases: [ReleaseDescription]

    /// Makes one.
    public init(id: String, name: String, releases: [ReleaseDescription]) {
        self.id = id
        self.name = name
        self.releases = releases
    }
}
