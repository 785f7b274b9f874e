/// The body of `POST /v1/admin/grants`. If the subject has a grant for the package already, its channel changes.
public struct NewGrant: Codable, Hashable, Sendable, AdministrationBody {
    /// `user:NAME`, `team:NAME` or `everyone`.
    public var subject: String
    /// The identifier of a package, even one that is not published yet, or `*` for all packages.
    public var package: String
    /// The channel; `nil` stands for `stable`.
    public var channel: ReleaseChannel?

    /// Makes a request.
    public init(subject: String, package: String, channel: ReleaseChannel? = nil) {
        self.subject = subject
        self.package = package
        self.channel = channel
    }

    package enum CodingKeys: String, CodingKey, CaseIterable { case subject, package, channel }
}

/// A grant: who may have which package.
public struct GrantDescription: Codable, Hashable, Sendable {
    /// Names the grant in requests to remove it.
    public var id: Int64
    /// `user:NAME`, `team:NAME` or `everyone`.
    public var subject: String
    /// The identifier of a package, or `*` for all packages, including those published later.
    public var package: String
    /// `beta` includes `stable`.
    public var channel: ReleaseChannel
    /// When it was made: RFC 3339 in UTC.
    public var created: String
    /// The channel that it had before, in the answer to a request that changed it; otherwise `nil`.
    public var previousChannel: ReleaseChannel?

    /// Makes a description.
    public init(
        id: Int64, subject: String, package: String, channel: ReleaseChannel, created: String,
        previousChannel: ReleaseChannel? = nil
    ) {
        self.id = id
        self.subject = subject
        self.package = package
        self.channel = channel
        self.created = created
        self.previousChannel = previousChannel
    }
}

/// The answer to `GET /v1/admin/grants`.
public struct GrantList: Codable, Hashable, Sendable {
    /// The version of this format: 1.
    public var version: Int
    /// The grants, the oldest first.
    public var grants: [GrantDescription]

    /// Makes a list in the current format.
    public init(grants: [GrantDescription]) {
        version = 1
        self.grants = grants
    }
}
