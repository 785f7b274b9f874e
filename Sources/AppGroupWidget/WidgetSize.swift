/// How much of a family a widget draws.
public enum WidgetSize: String, CaseIterable, Sendable {
    /// One row of four apps.
    case small
    /// The last used and the most used apps, four of each.
    case medium
    /// The last used and the most used apps, eight of each.
    case large

    /// The most apps of a row, unless the layout says otherwise.
    public var defaultLimit: Int { self == .large ? 8 : 4 }
}
