/// The answer to `GET /v1/admin/packages`.
public struct PackageList: Codable, Hashable, Sendable {
    /// The version of this format: 1.
    public var version: Int
    /// The packages, sorted by identifier.
    public var packages: [PackageDescription]

    /// Makes a list in the current format.
    public init(packages: [PackageDescription]) {
        version = 1
        self.packages = packages
    }
}

/// A package with all its releases.
public struct PackageDescription: Codable, Hashable, Sendable {
    /// The app's identifier.
    public var id: String
    /// The app's name in its newest release.
    public var name: String
    /// The releases, the newest first.
    public var releases: [ReleaseDescription]

    /// Makes a description.
    public init(id: String, name: String, releases: [ReleaseDescription]) {
        self.id = id
        self.name = name
        self.releases = releases
    }
}

/// A release, as administrators see it.
public struct ReleaseDescription: Codable, Hashable, Sendable {
    /// What its users see.
    public var release: CatalogRelease
    /// The percentage of users who get it, 0 to 100.
    public var rollout: Int
    /// Why it was withdrawn; `nil` if it was not.
    public var withdrawn: String?
    /// The name of the user who published it.
    public var publisher: String

    /// Makes a description.
    public init(release: CatalogRelease, rollout: Int, withdrawn: String? = nil, publisher: String) {
        self.release = release
        self.rollout = rollout
        self.withdrawn = withdrawn
        self.publisher = publisher
    }
}

/// The body of `PATCH /v1/admin/packages/{id}/releases/{sha256}`. A `nil` changes nothing.
public struct ReleaseChange: Codable, Hashable, Sendable, AdministrationBody {
    /// How finished it is.
    public var channel: ReleaseChannel?
    /// The percentage of users who get it, 0 to 100.
    public var rollout: Int?
    /// What changed: plain text of at most 64 KiB.
    public var notes: String?
    /// Withdraws the release, so that it can no longer be downloaded. The text is the reason, for administrators; not empty.
    public var withdrawn: String?
    /// Whether to offer a withdrawn release again; not together with ``withdrawn``.
    public var restored: Bool?

    /// Makes a change.
    public init(
        channel: ReleaseChannel? = nil, rollout: Int? = nil, notes: String? = nil, withdrawn: String? = nil,
        restored: Bool? = nil
    ) {
        self.channel = channel
        self.rollout = rollout
        self.notes = notes
        self.withdrawn = withdrawn
        self.restored = restored
    }

    package enum CodingKeys: String, CodingKey, CaseIterable { case channel, rollout, notes, withdrawn, restored }
}
