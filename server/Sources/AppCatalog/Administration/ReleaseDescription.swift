/// A release, as administrators see it.
public struct ReleaseDescription: Codable, Hashable, Sendable {
    /// What its users see.
    public var release: CatalogRelease
    /// For how many percent of its users, 0 to 100.
    public var rollout: Int
    /// Why it was withdrawn; left out where it was not.
    public var withdrawn: String?
    /// The name of whoever published it.
    public var publisher: String

    /// Makes one.
    public init(release: CatalogRelease, rollout: Int, withdrawn: String? = nil, publisher: String) {
        self.release = release
        self.rollout = rollout
        self.withdrawn = withdrawn
        self.publisher = publisher
    }
}
