public import AppGroup
import AppGroupTerminal

/// One app on a widget.
public struct WidgetItem: Hashable, Sendable {
    /// The app.
    public let app: FamilyApp
    /// What is drawn at the icon's corner: the badge, or the field in its place; 0 draws nothing.
    public let count: Int64

    /// An app with its badge, or with an integer field in the badge's place.
    public init(_ app: FamilyApp, badgeField: FieldKey? = nil) {
        self.app = app
        count = app.badgeNumber(from: badgeField)
    }

    /// The name, made harmless for a terminal.
    var name: SafeText { SafeText("\(app.name)") }

    /// The number as a small circle shows it.
    package var shortCount: String { count > 999 ? "999+" : count < -999 ? "−999" : "\(count)" }

    /// What a screen reader says.
    var label: String { count == 0 ? "\(name)" : "\(name), \(count)" }

    /// A URL that opens the app, where it has a scheme of its own; never one that a browser would run or fetch itself.
    var url: String? { app.schemes.first { !$0.isWellKnown }.map { "\($0):" } }
}
