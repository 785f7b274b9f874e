public import AppGroup

/// The rows of a widget and their sizes.
public struct WidgetLayout: Hashable, Sendable {
    /// The size of the widget.
    public var size: WidgetSize
    /// The order of the row between the apps with badges and the rest, or of the only row of a small widget; `nil` for
    /// the order of lists, see ``AppGroup/Registry/apps(order:including:excludingCurrent:)``.
    public var order: AppOrder?
    /// The largest number of apps in each row, 1 or more.
    public var limit: Int
    /// The largest number of apps in the first row of a medium or large widget, that of the apps with badges. Apps beyond
    /// it are in no other row.
    public var needyLimit: Int
    /// Whether the first and the last row of a medium or large widget have no limit, so that every app is drawn, as on a
    /// page.
    public var isComplete: Bool
    /// The number of apps side by side in an image, 1 or more; `nil` for as many as the longest row has, at most 8.
    public var columns: Int?
    /// Whether a bar shows only the total, and the rows in its tooltip if it has one.
    public var isCompact = false
    /// The integer field to use instead of the badge; `nil` for the badge. It is drawn, the order
    /// ``AppGroup/AppOrder/badge`` sorts by it, and unless it is 0, the app needs attention. An app without the field
    /// has no number.
    public var badgeField: FieldKey?

    /// One row of four apps.
    public static let small = WidgetLayout(size: .small)
    /// The apps with badges, those that are likely to be opened next, and the rest.
    public static let medium = WidgetLayout(size: .medium)

    /// The largest number of apps with badges, unless there is a limit for all rows: enough for nearly every group, and
    /// not too many for a terminal.
    private static let defaultNeedyLimit = 24

    /// Creates a layout.
    ///
    /// - Parameter limit: The largest number of apps in each row, where a number below 1 counts as 1; `nil` for that of the
    ///   size, and for up to 24 apps with badges.
    public init(
        size: WidgetSize, order: AppOrder? = nil, limit: Int? = nil, badgeField: FieldKey? = nil,
        isComplete: Bool = false
    ) {
        self.size = size
        self.order = order
        self.limit = max(1, limit ?? size.defaultLimit)
        needyLimit = limit.map { max(1, $0) } ?? Self.defaultNeedyLimit
        self.badgeField = badgeField
        self.isComplete = isComplete
    }
}

/// The size of a widget.
public enum WidgetSize: String, CaseIterable, Sendable {
    /// One row of four apps. Unless the layout names an order, apps with badges are chosen first.
    case small
    /// The apps with badges; then those that are likely to be opened next, and the rest, four of each.
    case medium
    /// The same, with eight of each.
    case large

    /// The largest number of apps in a row, unless the layout sets another.
    public var defaultLimit: Int { self == .large ? 8 : 4 }
}
