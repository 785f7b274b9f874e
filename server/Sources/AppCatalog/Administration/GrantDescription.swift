/// Who may have what.
public struct GrantDescription: Codable, Hashable, Sendable {
    /// Names it where it is to be removed.
    public var id: Int64
    /// `user:NAME`, `team:NAME` or `everyone`.
    public var subject: String
    /// The identifier of a package, or `*` for all of them, those of later days too.
    public var package: String
    /// `beta` includes `stable`.
    public var channel: ReleaseChannel
    /// RFC 3339 in UTC.
    public var created: String

    /// Makes one.
    public init(id: Int64, subject: String, package: String, channel: ReleaseChannel, created: String) {
        self.id = id
        self.subject = subject
        self.package = package
        self.channel = channel
        self.created = created
    }
}
