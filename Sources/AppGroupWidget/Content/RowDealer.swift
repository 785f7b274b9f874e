import AppGroup

/// Deals the apps out to the rows of a widget, so that no app is in two rows.
struct RowDealer {
    /// The apps that are in no row yet.
    private var left: [AppEntry]
    /// The apps with a number for which “Needs you” had no room. They are in no other row either.
    private var passedOver: [AppEntry] = []
    /// The number of apps that are in no row.
    var omitted: Int { left.count + passedOver.count }
    /// The apps with a number that are in no row.
    var omittedNeedy: [AppEntry] { passedOver + left.filter(hasNumber) }

    private let layout: WidgetLayout
    /// The order of a row if the layout names none.
    private let preferred: AppOrder
    private let hasNumber: (AppEntry) -> Bool

    /// - Parameter apps: The apps that lists show.
    init(_ apps: [AppEntry], layout: WidgetLayout) {
        self.layout = layout
        preferred = .preferred(for: apps)
        left = apps
        hasNumber = { $0.badgeNumber(from: layout.badgeField) != 0 }
    }

    /// The rows that have an app, from first to last.
    mutating func rows() -> [Widget.Row] {
        let rows = layout.size == .small ? [dealOnly()] : [dealNeedy(), dealLikely(), dealRest()]
        let filled = rows.compactMap(\.self)
        // If no app was ever opened, all apps are more useful than nothing.
        return filled.isEmpty ? [dealRest()].compactMap(\.self) : filled
    }

    /// The row of a small widget. Unless an order was asked for, apps with a number are chosen before others, and every app keeps
    /// its place in the order of lists.
    private mutating func dealOnly() -> Widget.Row? {
        if let order = layout.order { return deal(order) }
        let (limit, hasNumber) = (layout.limit, hasNumber)
        return deal(preferred, title: "Matters now") { apps in
            let needy = apps.indices.filter { hasNumber(apps[$0]) }.prefix(limit)
            let others = apps.indices.filter { !hasNumber(apps[$0]) }
            let chosen = (needy + others.prefix(limit - needy.count)).sorted()
            let isChosen = Set(chosen)
            return chosen.map { apps[$0] } + apps.indices.filter { !isChosen.contains($0) }.map { apps[$0] }
        }
    }

    /// The apps with a number, even if they were never opened. The highest number comes first, even before pinned apps.
    private mutating func dealNeedy() -> Widget.Row? {
        let (badgeField, hasNumber) = (layout.badgeField, hasNumber)
        let row = deal(
            "Needs you", .badge, limit: layout.isComplete ? .max : layout.needyLimit, where: hasNumber,
            sort: { apps in
                let numbers = apps.map { $0.badgeNumber(from: badgeField) }
                return apps.indices.sorted { (numbers[$1], $0) < (numbers[$0], $1) }.map { apps[$0] }
            })
        passedOver = left.filter(hasNumber)
        left.removeAll(where: hasNumber)
        return row
    }

    /// The apps in the order that was asked for, or those that the user will probably open next.
    private mutating func dealLikely() -> Widget.Row? {
        switch layout.order {
        case .name: nil  // as in the next row
        case .badge, nil: deal(preferred, title: "Likely next")  // by badge is the row before
        case let order?: deal(order)
        }
    }

    private mutating func dealRest() -> Widget.Row? {
        deal("All apps", .name, limit: layout.isComplete ? .max : layout.limit, where: { _ in true })
    }

    /// A row for the apps that have a place in an order.
    private mutating func deal(
        _ order: AppOrder, title: String? = nil, sort: ([AppEntry]) -> [AppEntry] = { $0 }
    ) -> Widget.Row? {
        let badgeField = layout.badgeField
        return deal(
            title ?? order.title, order, limit: layout.limit,
            where: { order.hasPlace($0, badgeField: badgeField) }, sort: sort)
    }

    private mutating func deal(
        _ title: String, _ order: AppOrder, limit: Int, where hasPlace: (AppEntry) -> Bool,
        sort: ([AppEntry]) -> [AppEntry] = { $0 }
    ) -> Widget.Row? {
        let apps = sort(order.sorted(left.filter(hasPlace), badgeField: layout.badgeField))
        guard !apps.isEmpty else { return nil }
        left = left.filter { !hasPlace($0) } + apps.dropFirst(limit)
        return Widget.Row(
            title: title, order: order, items: apps.prefix(limit).map { WidgetItem($0, badgeField: layout.badgeField) })
    }
}

extension AppOrder {
    /// Whether an app belongs in a row of this order. An app that was never opened is not in the rows of the last and
    /// most used apps, but an app with a badge matters now.
    fileprivate func hasPlace(_ app: AppEntry, badgeField: FieldKey?) -> Bool {
        let isWanted = app.usage.count > 0 || app.preferences.isPinned
        return switch self {
        case .recent, .frequent: isWanted
        case .frecency, .smart: isWanted || app.badgeNumber(from: badgeField) != 0
        case .name, .badge: true
        }
    }

    /// The heading of a row in this order.
    fileprivate var title: String {
        switch self {
        case .name: "By name"
        case .recent: "Last used"
        case .frequent: "Most used"
        case .frecency: "Used often and recently"
        case .smart: "Likely next"
        case .badge: "By badge"
        }
    }
}
