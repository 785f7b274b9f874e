/// An app's badge rose: something arrived that may need the user. Or the badge was cleared before the user opened the app.
///
/// The order `smart` learns from these which badges the user answers.
public struct BadgeRise: Hashable, Codable, Sendable {
    /// The app.
    public var app: AppID
    /// The number of the group's last opening before it.
    public var opening: AppOpening.Number
    /// When the badge rose, or was cleared.
    public var moment: Timestamp
    /// Seconds that local time was ahead of UTC at that moment.
    public var utcOffset: Int64
    /// Whether the badge was cleared instead, so that nothing waits any longer.
    public var isCleared: Bool

    /// A rise as it is stored.
    public init(app: AppID, opening: AppOpening.Number, moment: Timestamp, utcOffset: Int64, isCleared: Bool = false) {
        self.app = app
        self.opening = opening
        self.moment = moment
        self.utcOffset = utcOffset
        self.isCleared = isCleared
    }

    /// The local wall clock at that moment, in seconds, counted as if local time were UTC.
    public var localSeconds: Int64 { moment.seconds + utcOffset }
}

extension AppRecord {
    /// Whether something has arrived since the app was last opened, and is still there, by the times of both.
    var isWaiting: Bool {
        guard badge > .zero, let badgeRose else { return false }
        return usage.lastOpened.map { badgeRose > $0 } ?? true
    }
}
