public import AppGroup
import AppGroupPlatform

extension Timestamp {
    /// The moment that the system's clock shows.
    public static var now: Timestamp { Timestamp(milliseconds: SystemClock.milliseconds()) }
}
