/// The body of `POST /v1/releases`, which makes a release of a file that was uploaded before.
public struct PublishRequest: Codable, Hashable, Sendable {
    /// The SHA-256 of the uploaded file: 64 lowercase hexadecimal digits.
    public var sha256: String
    /// How finished it is.
    public var channel: ReleaseChannel
    /// What changed: plain text of at most 64 KiB.
    public var notes: String
    /// The percentage of users who get it, 0 to 100; `nil` stands for 100.
    public var rollout: Int?

    /// Makes a request.
    public init(sha256: String, channel: ReleaseChannel, notes: String, rollout: Int? = nil) {
        self.sha256 = sha256
        self.channel = channel
        self.notes = notes
        self.rollout = rollout
    }
}

/// A release as its publisher sees it: the answer to `POST /v1/releases`.
public struct Publication: Codable, Hashable, Sendable {
    /// The version of this format: 1.
    public var version: Int
    /// The package's identifier.
    public var package: String
    /// The app's name.
    public var name: String
    /// What its users see.
    public var release: CatalogRelease
    /// The percentage of users who get it, 0 to 100.
    public var rollout: Int
    /// Why it was withdrawn; `nil` if it was not.
    public var withdrawn: String?
    /// Whether the same release of the same bytes had been published before.
    public var existed: Bool
    /// Whether a grant covers it, so that somebody may have it; `nil` if the server does not say.
    public var granted: Bool?
    /// The releases that the server removed for good, because it keeps only the newest ones, such as
    /// `com.example.rooms 1.4 (203) for Linux x86_64`; `nil` if there were none, or the server does not say.
    public var removed: [String]?

    /// Makes an answer in the current format.
    public init(
        package: String, name: String, release: CatalogRelease, rollout: Int, withdrawn: String?, existed: Bool,
        granted: Bool? = nil, removed: [String]? = nil
    ) {
        version = 1
        self.package = package
        self.name = name
        self.release = release
        self.rollout = rollout
        self.withdrawn = withdrawn
        self.existed = existed
        self.granted = granted
        self.removed = removed
    }

    /// Who is offered the release, for people: its channel, and how many of the users if not all of them.
    package var terms: String {
        "channel \(release.channel.rawValue)" + (rollout < 100 ? ", for \(rollout) % of its users" : "")
    }

    /// The sentence about the releases that the server removed, for people; none if it removed none.
    package var removal: [String] {
        guard let removed, !removed.isEmpty else { return [] }
        return [
            "Removed for good, because the server keeps only the newest releases (--kept-releases): "
                + removed.joined(separator: ", ")
        ]
    }
}
