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
    package var remark: String {
        switch self {
        case .app(let app): app.availableVersion.map { SafeText("Update: \($0)").description } ?? ""
        case .action: ""
        case .offer: "Available"
        }
    }

    /// The text for assistive technology: `Inbox, 3`.
    package var spoken: String {
        switch self {
        case .app(let app):
            title + (app.badge == .zero ? "" : ", \(app.badge)")
                + (app.availableVersion == nil ? "" : ", update available")
        case .action: title
        case .offer: "\(title), available to install"
        }
    }
}
