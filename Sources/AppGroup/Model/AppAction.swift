/// Something that an app can be opened for, offered beside the app itself in menus and on desktops: the newest message, a
/// new one.
public struct AppAction: Hashable, Sendable {
    /// The identifier, unique in its app.
    public var id: ActionID
    /// What the action is called on screen.
    public var name: AppName
    /// The name of a themed icon; `nil` for none. No image of its own: a release before actions drops from the group's
    /// container what no app's icon names.
    public var icon: IconName?
    /// What the app is opened with. It reaches the app as one argument, whatever its scheme.
    public var url: AppURL

    /// The most actions that one app may have.
    public static let maximumCount = 16

    /// An action, by its properties.
    public init(id: ActionID, name: AppName, icon: IconName? = nil, url: AppURL) {
        self.id = id
        self.name = name
        self.icon = icon
        self.url = url
    }
}

extension AppAction {
    /// Refuses too many actions, and two of the same identifier.
    static func check(_ actions: [AppAction], of app: AppID) throws(AppGroupError) {
        guard actions.count <= maximumCount else {
            throw AppGroupError(
                .invalidValue, "\(app) has \(actions.count) actions; at most \(maximumCount) are allowed.")
        }
        var seen: Set<ActionID> = []
        for action in actions where !seen.insert(action.id).inserted {
            throw AppGroupError(.invalidValue, "\(app) has two actions “\(action.id)”; give each an id of its own.")
        }
    }
}
