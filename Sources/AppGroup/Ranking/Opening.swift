/// One opening of an app. A group keeps its last 20,000, from which the next one can be predicted.
public struct Opening: Hashable, Sendable {
    /// How many a group keeps.
    public static let kept: Int64 = 20_000

    /// Beyond this a number is damage: sums and differences of smaller ones are exact.
    static let largestNumber: Int64 = 1 << 53

    /// Its place in the order of the group's openings, from 1.
    public var number: Int64
    /// The app that was opened.
    public var app: AppID
    /// When.
    public var moment: Timestamp
    /// How far local time was ahead of UTC then, in seconds.
    public var utcOffset: Int64
    /// Whether the tool itself has taken note of it, so that it is not counted twice.
    public var isClaimed: Bool

    /// An opening as it is stored.
    public init(number: Int64, app: AppID, moment: Timestamp, utcOffset: Int64, isClaimed: Bool) {
        self.number = number
        self.app = app
        self.moment = moment
        self.utcOffset = utcOffset
        self.isClaimed = isClaimed
    }

    /// The second of the local wall clock at which it happened, counted as if local time were UTC.
    public var localSeconds: Int64 { moment.seconds + utcOffset }
}
