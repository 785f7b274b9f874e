public import AppGroup
import AppGroupTerminal

/// The few apps of a family that matter now, ready to be drawn.
///
/// ```swift
/// print(try family.drawWidget())
/// ```
///
/// Whatever a tool registered is made harmless for the place where it is drawn: no name reaches a terminal as a control
/// sequence, a page as an element, or a bar as markup.
///
/// ## Topics
/// ### Making one
/// - ``init(_:layout:group:)``
/// - ``AppGroup/Registry/widget(_:)``
/// ### Drawing it
/// - ``drawn(as:on:image:)``
/// - ``AppGroup/Registry/drawWidget(as:layout:on:)``
public struct Widget: Hashable, Sendable {
    /// What it draws.
    public let layout: WidgetLayout
    /// The one group that it shows; `nil` for several.
    public let group: GroupID?
    /// The rows, each with a title. None where the family has nobody to show.
    public let rows: [Row]
    /// The sum over the whole family of what is drawn in the badges' places.
    public let total: Int64
    /// Whether anything but 0 is in a badge's place in the whole family. Negative numbers may make a total of 0 all the same.
    let hasNumbers: Bool

    /// Apps in one order.
    public struct Row: Hashable, Sendable {
        /// The order of the apps.
        public let order: AppOrder
        /// The first of them.
        public let items: [WidgetItem]
    }

    /// Makes a widget of the apps that lists show, in whatever order they are given.
    ///
    /// - Parameters:
    ///   - apps: Of one family or of several; those that are hidden or missing are left out. A row in the order
    ///     ``AppGroup/AppOrder/smart`` wants apps that were read in that order.
    ///   - layout: What to draw.
    ///   - group: The group that all of them belong to; `nil` for several.
    public init(_ apps: [FamilyApp], layout: WidgetLayout = .medium, group: GroupID? = nil) {
        let shown = apps.filter(\.isShown)
        self.layout = layout
        self.group = group
        total = layout.badgeField.map(shown.totalField) ?? shown.totalBadge.value
        hasNumbers = shown.contains { $0.badgeNumber(from: layout.badgeField) != 0 }
        func row(_ order: AppOrder, _ apps: [FamilyApp]) -> Row {
            let first = order.sorted(apps, badgeField: layout.badgeField).prefix(layout.limit)
            return Row(order: order, items: first.map { WidgetItem($0, badgeField: layout.badgeField) })
        }
        let rows = layout.rows(for: apps).map { order in
            row(order, shown.filter { order.hasPlace($0, badgeField: layout.badgeField) })
        }
        // Where nothing was ever opened, what there is is better than rows that say so.
        let everything = shown.isEmpty ? [] : [row(.name, shown)]
        self.rows = rows.allSatisfy(\.items.isEmpty) ? everything : rows
    }
}

extension AppOrder {
    /// Whether an app has a place in a row of this order. One that was never opened was not used last or most; but one that
    /// wants attention matters now.
    fileprivate func hasPlace(_ app: FamilyApp, badgeField: FieldKey?) -> Bool {
        let isWanted = app.usage.count > 0 || app.preferences.isPinned
        return switch self {
        case .recent, .frequent: isWanted
        case .frecency, .smart: isWanted || app.badgeNumber(from: badgeField) != 0
        case .name, .badge: true
        }
    }

    /// What stands above apps in this order.
    package var title: String {
        switch self {
        case .name: "By name"
        case .recent: "Last used"
        case .frequent: "Most used"
        case .frecency: "Often and lately used"
        case .smart: "Next"
        case .badge: "By badge"
        }
    }
}
