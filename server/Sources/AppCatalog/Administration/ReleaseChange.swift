/// What `PATCH /v1/admin/packages/{id}/releases/{sha256}` takes: what is left out stays.
public struct ReleaseChange: Codable, Hashable, Sendable, AdministrationBody {
    /// How finished it is.
    public var channel: ReleaseChannel?
    /// For how many percent of its users, 0 to 100.
    public var rollout: Int?
    /// What changed, plain text; at most 64 KiB.
    public var notes: String?
    /// Why it is withdrawn, for those who administer: nobody gets it any more. Not empty.
    public var withdrawn: String?
    /// Whether what was withdrawn is offered again; not together with ``withdrawn``.
    public var restored: Bool?

    /// Makes one.
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
