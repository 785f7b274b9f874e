/// What `POST /v1/admin/grants` takes. A grant of the same to the same subject gets the channel.
public struct NewGrant: Codable, Hashable, Sendable, AdministrationBody {
    /// `user:NAME`, `team:NAME` or `everyone`.
    public var subject: String
    /// The identifier of a package, which need not be there yet, or `*` for all of them.
    public var package: String
    /// `stable` where it is left out.
    public var channel: ReleaseChannel?

    /// Makes one.
    public init(subject: String, package: String, channel: ReleaseChannel? = nil) {
        self.subject = subject
        self.package = package
        self.channel = channel
    }

    package enum CodingKeys: String, CodingKey, CaseIterable { case subject, package, channel }
}
