/// How finished a release is. Who may have the beta of a package may have what is stable, too.
public enum ReleaseChannel: String, Codable, Hashable, Sendable, CaseIterable, Comparable {
    case stable, beta

    /// Stable comes before beta.
    public static func < (one: ReleaseChannel, other: ReleaseChannel) -> Bool { one == .stable && other == .beta }

    /// Whether somebody who was granted this channel may have a release of that one.
    public func includes(_ channel: ReleaseChannel) -> Bool { channel <= self }
}
