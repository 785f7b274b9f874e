/// What is opened.
public enum AppTarget: Hashable, Sendable {
    /// An app, at the place that a URL names if one is given.
    case app(AppID, url: AppURL? = nil)
    /// One of an app's actions: the app, at the place that the action's URL names.
    case action(ActionID, of: AppID)
    /// A URL: the app of the group that owns its scheme, or else the desktop's default handler.
    case url(AppURL)
}

extension AppTarget {
    /// The words after `launcher open` that name the same target.
    var words: [String] {
        switch self {
        case .app(let id, let url): ["\(id)"] + (url.map { ["\($0)"] } ?? [])
        case .action(let action, let id): ["\(id)#\(action)"]
        case .url(let url): ["\(url)"]
        }
    }
}
