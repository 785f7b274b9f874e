public import AppGroup

/// The rows of a widget and their sizes.
public struct WidgetLayout: Hashable, Sendable {
    /// The size of the widget.
    public var size: WidgetSize
    /// The order of a row before the last used and the most used apps, or of the only row of a small widget; `nil` for
    /// the order of lists, see ``AppGroup/Registry/apps(order:including:excludingCurrent:)``.
    public var order: AppOrder?
    /// The largest number of apps in each row, 1 or more.
    public var limit: Int
    /// The integer field to use instead of the badge; `nil` for the badge. It is drawn, the order
    /// ``AppGroup/AppOrder/badge`` sorts by it, and unless it is 0, the app needs attention. An app without the field
    /// has no number.
    public var badgeField: FieldKey?

    /// One row.
    public static let small = WidgetLayout(size: .small)
    /// The last used and the most used apps.
    public static let medium = WidgetLayout(size: .medium)

    /// Creates a layout. A limit below 1 counts as 1.
    public init(size: WidgetSize, order: AppOrder? = nil, limit: Int? = nil, badgeField: FieldKey? = nil) {
        self.size = size
        self.order = order
        self.limit = max(1, limit ?? size.defaultLimit)
        self.badgeField = badgeField
    }

    /// The orders of the rows, from first to last.
    ///
    /// A medium or large widget without an order begins with a row in the order `smart`, if that is the preferred
    /// order.
    package func rows(for apps: [AppEntry]) -> [AppOrder] {
        let preferred = AppOrder.preferred(for: apps)
        if size == .small { return [order ?? preferred] }
        let first = order ?? (preferred == .smart ? .smart : nil)
        return [first].compactMap(\.self) + [.recent, .frequent].filter { $0 != first }
    }
}

/// The size of a widget.
public enum WidgetSize: String, CaseIterable, Sendable {
    /// One row of four apps.
    case small
    /// The last used and the most used apps, four of each.
    case medium
    /// The last used and the most used apps, eight of each.
    case large

    /// The largest number of apps in a row, unless the layout sets another.
    public var defaultLimit: Int { self == .large ? 8 : 4 }
}
