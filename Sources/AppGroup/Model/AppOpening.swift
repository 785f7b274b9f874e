/// One opening of an app. A group keeps its last 20,000, from which the next one can be predicted.
public struct AppOpening: Hashable, Codable, Sendable {
    /// How many a group keeps.
    public static let kept: Int64 = 20_000

    /// Its place in the order of the group's openings, from 1; ``Number/none`` before it is stored.
    public var number: Number
    /// The app that was opened.
    public var app: AppID
    /// When it was opened.
    public var moment: Timestamp
    /// How far local time was ahead of UTC then, in seconds.
    public var utcOffset: Int64
    /// Whether the opened tool has claimed this opening, so that it is not counted twice.
    public var isClaimed: Bool

    /// An opening as it is stored.
    public init(number: Number, app: AppID, moment: Timestamp, utcOffset: Int64, isClaimed: Bool) {
        self.number = number
        self.app = app
        self.moment = moment
        self.utcOffset = utcOffset
        self.isClaimed = isClaimed
    }

    /// The local wall clock at that moment, in seconds, counted as if local time were UTC.
    public var localSeconds: Int64 { moment.seconds + utcOffset }
}

extension AppOpening {
    /// The place of an opening in the order of its group's openings: 1 to 2⁵³, one more for each; 0 stands for no opening.
    ///
    /// A greater number is damage: sums and differences of these are exact, in floating point too.
    public struct Number: Hashable, Sendable {
        /// The number, 0 to 2⁵³.
        public let value: Int64

        /// No opening: what comes before the first one.
        public static let none = Number(clamping: 0)
        /// The greatest number.
        public static let maximum = Number(clamping: 1 << 53)

        /// Takes a number; `nil` if it is negative or greater than 2⁵³.
        public init?(_ value: Int64) {
            guard (0...(1 << 53)).contains(value) else { return nil }
            self.value = value
        }

        /// Takes any number; one outside the range becomes the nearest end of it.
        public init(clamping value: Int64) { self.value = min(max(value, 0), 1 << 53) }
    }
}

extension AppOpening.Number: Strideable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// Takes a number from source code, held within the range.
    public init(integerLiteral value: Int64) { self.init(clamping: value) }

    /// By number.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }

    /// How many openings later the other one is.
    public func distance(to other: Self) -> Int64 { other.value - value }

    /// The number this many openings later, held within the range.
    public func advanced(by count: Int64) -> Self {
        Self(clamping: value.addingClamped(count))
    }

    /// The bare number.
    public var description: String { String(value) }
}
