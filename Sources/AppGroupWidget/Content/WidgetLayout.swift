public import AppGroup

/// What of a family a widget draws.
public struct WidgetLayout: Hashable, Sendable {
    /// How much there is room for.
    public var size: WidgetSize
    /// The order of a row that stands before the last used and the most used, and of the only row of a small widget; `nil`
    /// for what lists go by, see ``AppGroup/Registry/apps(order:including:excludingCurrent:)``.
    public var order: AppOrder?
    /// The most apps of each row, 1 or more.
    public var limit: Int
    /// The integer field that stands in the badge's place; `nil` for the badge. It is what is drawn, what the order
    /// ``AppGroup/AppOrder/badge`` goes by, and what wants attention unless it is 0. An app without it shows nothing.
    public var badgeField: FieldKey?

    /// One row.
    public static let small = WidgetLayout(size: .small)
    /// The last used and the most used apps.
    public static let medium = WidgetLayout(size: .medium)

    /// A layout; a limit below 1 counts as 1.
    public init(size: WidgetSize, order: AppOrder? = nil, limit: Int? = nil, badgeField: FieldKey? = nil) {
        self.size = size
        self.order = order
        self.limit = max(1, limit ?? size.defaultLimit)
        self.badgeField = badgeField
    }

    /// The orders of the rows, from the first.
    ///
    /// Medium and large without an order begin with the row of `smart`, once that is the better.
    package func rows(for apps: [FamilyApp]) -> [AppOrder] {
        let preferred = AppOrder.preferred(for: apps)
        if size == .small { return [order ?? preferred] }
        let first = order ?? (preferred == .smart ? .smart : nil)
        return [first].compactMap(\.self) + [.recent, .frequent].filter { $0 != first }
    }
}
