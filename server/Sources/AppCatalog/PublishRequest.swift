/// What `POST /v1/releases` takes: makes a release of a file that was uploaded before.
public struct PublishRequest: Codable, Hashable, Sendable {
    /// The SHA-256 of the uploaded file, 64 lower-case hexadecimal digits.
    public var sha256: String
    /// How finished it is.
    public var channel: ReleaseChannel
    /// What changed, plain text; at most 64 KiB.
    public var notes: String
    /// For how many percent of its users, 0 to 100; 100 where it is left out.
    public var rollout: Int?

    /// Makes one.
    public init(sha256: String, channel: ReleaseChannel, notes: String, rollout: Int? = nil) {
        self.sha256 = sha256
        self.channel = channel
        self.notes = notes
        self.rollout = rollout
    }
}
