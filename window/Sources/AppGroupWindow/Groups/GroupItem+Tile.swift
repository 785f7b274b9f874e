package import AppGroup
package import AppGroupHome
import AppGroupText
import AppGroupWidget

/// The contents of a tile of the grid: an app, one of its actions, or an app that a server offers.
extension GroupItem: HomeItem {
    /// The part of an item that stays the same when the item changes. An offer becomes the app when it is installed.
    package enum HomeIdentity: Hashable, Sendable {
        case app(AppKey)
        case action(ActionID, AppKey)
    }

    package var homeIdentity: HomeIdentity {
        switch self {
        case .app(let app): .app(AppKey(app))
        case .action(let action, let app): .action(action.id, AppKey(app))
        case .offer(let offer, let group): .app(AppKey(offer.app, group))
        }
    }

    /// The text below the icon.
    package var title: String { SafeText(name).description }

    /// The count at the corner: `999+` for more than 999; empty for none.
    package var count: String {
        guard case .app(let app) = self, app.badge != .zero else { return "" }
        return WidgetItem(app).shortCount
    }

    /// A second, smaller line; empty for none.
    ///
    /// - Parameter distinction: What tells the item's app from others of the same name; `nil` if there are none.
    func remark(_ distinction: String?) -> String {
        let state: [String?]
        switch self {
        case .app(let app): state = [isHidden ? "Hidden" : nil, app.availableVersion.map { "Update: \($0)" }]
        case .action: state = []
        case .offer: state = ["Available"]
        }
        return SafeText(([distinction] + state).compactMap(\.self).joined(separator: " · ")).description
    }

    /// The text for assistive technology: `Inbox, 3`, or `Inbox (office), 3` if another app has this name.
    ///
    /// - Parameter distinction: As for ``remark(_:)``.
    func spoken(_ distinction: String?) -> String {
        let name = title + (distinction.map { " (\(SafeText($0)))" } ?? "")
        switch self {
        case .app(let app):
            return name + (app.badge == .zero ? "" : ", \(app.badge)") + (isHidden ? ", hidden" : "")
                + (app.availableVersion == nil ? "" : ", update available")
        case .action: return name
        case .offer: return "\(name), available to install"
        }
    }

    /// Whether the user has hidden it.
    private var isHidden: Bool { if case .app(let app) = self { app.preferences.isHidden } else { false } }

    /// Whether it is paler than others, because it is not one of the apps that are usually listed.
    var isPale: Bool { if case .offer = self { true } else { isHidden } }
}
