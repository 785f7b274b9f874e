/// What a menu or a search offers of groups: an app, one of its actions, or an app that can be installed.
package enum GroupItem: Sendable {
    case app(AppEntry)
    indirect case action(AppAction, of: AppEntry)
    indirect case offer(AppOffer, for: GroupID)

    /// Each app, followed by its actions if they are wanted.
    package static func items(of apps: [AppEntry], withActions: Bool) -> [GroupItem] {
        var items: [GroupItem] = []
        items.reserveCapacity(apps.count)
        for app in apps {
            items.append(.app(app))
            guard withActions else { continue }
            for action in app.actions { items.append(.action(action, of: app)) }
        }
        return items
    }

    /// The app; `nil` for one that is not installed.
    package var app: AppEntry? {
        switch self {
        case .app(let app), .action(_, let app): app
        case .offer: nil
        }
    }

    /// The name of the item: `Inbox`, or `Inbox: New message` for an action.
    package var name: String {
        switch self {
        case .app(let app): "\(app.name)"
        case .action(let action, let app): "\(app.name): \(action.name)"
        case .offer(let offer, _): "\(offer.name)"
        }
    }

    /// The words by which it is found.
    package var searchTerms: SearchTerms {
        switch self {
        case .app(let app): SearchTerms(app)
        case .action(let action, let app): SearchTerms(action, of: app)
        case .offer(let offer, _): SearchTerms(offer)
        }
    }

    /// What tells it from all others.
    package var token: Token {
        switch self {
        case .app(let app): Token(group: app.group, app: app.id, action: nil)
        case .action(let action, let app): Token(group: app.group, app: app.id, action: action.id)
        case .offer(let offer, let group): Token(group: group, app: offer.app, action: nil)
        }
    }

    /// The name of a themed icon, or the path of an image; `nil` if there is none, or if the path contains a control character.
    ///
    /// - Parameter registry: The app's group.
    package func icon(in registry: Registry) -> String? {
        if case .action(let action, _) = self, let icon = action.icon { return icon.description }
        guard let app else { return nil }
        let icon = registry.imagePath(of: app.record) ?? app.icon?.themedName
        return icon.flatMap { $0.utf8.contains { $0 < 0x20 } ? nil : $0 }
    }
}

extension GroupItem {
    /// The icon of an app without one, where something must be shown: the name of an icon that themes have (Icon Naming
    /// Specification 0.8.90).
    package static let iconOfNone = "application-x-executable"

    /// What programs call an item among all groups: `group/app`, or `group/app#action`.
    package struct Token: Hashable, Sendable, CustomStringConvertible {
        package let group: GroupID
        package let app: AppID
        package let action: ActionID?

        package init(group: GroupID, app: AppID, action: ActionID?) {
            self.group = group
            self.app = app
            self.action = action
        }

        /// The token that a text is; `nil` if it is none.
        package init?(_ text: String) {
            guard let slash = text.firstIndex(of: "/"), let group = try? GroupID(String(text[..<slash])) else {
                return nil
            }
            let parts = text[text.index(after: slash)...].split(
                separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            guard let app = try? AppID(String(parts[0])) else { return nil }
            self.init(group: group, app: app, action: nil)
            guard parts.count > 1 else { return }
            guard let action = try? ActionID(String(parts[1])) else { return nil }
            self.init(group: group, app: app, action: action)
        }

        /// The app, or its action if there is one.
        package var target: AppTarget { action.map { .action($0, of: app) } ?? .app(app) }

        package var description: String { "\(group)/\(app)" + (action.map { "#\($0)" } ?? "") }
    }
}
