/// A release as its publisher sees it: what `POST /v1/releases` answers.
public struct Publication: Codable, Hashable, Sendable {
    /// The version of this form; 1.
    public var version: Int
    /// The package's identifier.
    public var package: String
    /// The app's name.
    public var name: String
    /// What its users see.
    public var release: CatalogRelease
    /// For how many percent of its users, 0 to 100.
    public var rollout: Int
    /// Why it was withdrawn; `null` where it was not.
    public var withdrawn: String?
    /// Whether the same release was there already, from these bytes.
    public var existed: Bool

    /// Makes an answer in the current form.
    public init(
        package: String, name: String, release: CatalogRelease, rollout: Int, withdrawn: String?, existed: Bool
    ) {
        version = 1
        self.package = package
        self.name = name
        self.release = release
        self.rollout = rollout
        self.withdrawn = withdrawn
        self.existed = existed
    }
}
