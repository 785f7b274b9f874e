public import AppGroup
import AppGroupText

/// The apps of a group that matter now, ready to be drawn.
///
/// ```swift
/// print(try registry.drawWidget())
/// ```
///
/// Text that a tool registered is made harmless wherever it is drawn: a name never becomes a control sequence in a
/// terminal, an element in a page, or markup in a bar.
///
/// ## Topics
/// ### Creating a widget
/// - ``init(_:layout:group:appearance:)``
/// - ``AppGroup/Registry/widget(_:)``
/// ### Drawing a widget
/// - ``drawn(as:on:updates:image:iconPath:)``
/// - ``AppGroup/Registry/drawWidget(as:layout:on:)``
public struct Widget: Hashable, Sendable {
    /// The rows to draw, and their sizes.
    public let layout: WidgetLayout
    /// The group shown; `nil` for several groups.
    public let group: GroupID?
    /// The rows, each with a title. Empty if no app is shown.
    public let rows: [Row]
    /// The sum of the badges of all apps, or of the field drawn instead of the badges.
    public let total: Int64
    /// The name and the look of the group.
    public var appearance: GroupAppearance
    /// The number of apps that are in no row.
    let omitted: Int
    /// The apps in no row that have a number, as far as they are named.
    let omittedNeedy: [WidgetItem]
    /// The number of apps in no row that have a number and are not named.
    let unnamedNeedy: Int
    /// Whether any app has a number other than 0. With negative numbers, the total may still be 0.
    let hasNumbers: Bool

    /// The largest number of apps in no row that are named, so that a tooltip stays short.
    private static let mostOmittedNames = 12

    /// Apps in one order, under one heading. No app is in two rows.
    public struct Row: Hashable, Sendable {
        /// The heading, in English.
        public let title: String
        /// The order of the apps.
        public let order: AppOrder
        /// The first apps in that order, at least one.
        public let items: [WidgetItem]
    }

    /// Creates a widget of these apps.
    ///
    /// - Parameters:
    ///   - apps: Apps of one or several groups, in any order; hidden and missing apps are left out. For a row in the
    ///     order ``AppGroup/AppOrder/smart``, the apps must have been read in that order.
    ///   - layout: The rows to draw, and their sizes.
    ///   - group: The group that all apps belong to; `nil` for several groups.
    ///   - appearance: The name and the look of the group, for pages and images.
    public init(
        _ apps: [AppEntry], layout: WidgetLayout = .medium, group: GroupID? = nil,
        appearance: GroupAppearance = GroupAppearance()
    ) {
        let shown = apps.filter(\.isShown)
        self.layout = layout
        self.group = group
        self.appearance = appearance
        total = layout.badgeField.map(shown.totalField) ?? shown.totalBadge.value
        hasNumbers = shown.contains { $0.badgeNumber(from: layout.badgeField) != 0 }
        var dealer = RowDealer(shown, layout: layout)
        rows = dealer.rows()
        omitted = dealer.omitted
        let needy = dealer.omittedNeedy
        omittedNeedy = needy.prefix(Self.mostOmittedNames).map { WidgetItem($0, badgeField: layout.badgeField) }
        unnamedNeedy = needy.count - omittedNeedy.count
    }
}

/// One app on a widget.
public struct WidgetItem: Hashable, Sendable {
    /// The app whose name, icon and number are drawn.
    public let app: AppEntry
    /// The number at the icon's corner: the badge, or a field instead of it. 0 is not drawn.
    public let count: Int64

    /// An app with its badge, or with an integer field instead of the badge.
    public init(_ app: AppEntry, badgeField: FieldKey? = nil) {
        self.app = app
        count = app.badgeNumber(from: badgeField)
    }

    /// The name, made harmless for a terminal.
    var name: SafeText { SafeText("\(app.name)") }

    /// The number, short enough for a small circle.
    package var shortCount: String { count > 999 ? "999+" : count < -999 ? "−999" : "\(count)" }

    /// The text for screen readers.
    var label: String { count == 0 ? "\(name)" : "\(name), \(count)" }

    /// A URL that opens the app; `nil` if it has no scheme. It is never one that a browser would run or load itself.
    var url: String? { app.schemes.first { !$0.isWellKnown }.map { "\($0):" } }
}
