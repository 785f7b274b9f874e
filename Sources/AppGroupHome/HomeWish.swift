package import AppGroup

/// A user's request on a home screen.
package enum HomeWish: Hashable, Sendable {
    case open(AppID, GroupID)
    case openAction(ActionID, AppID, GroupID)
    /// Opens a URL that was typed, in this group if the user has chosen one.
    case openURL(String, GroupID?)
    case pin(AppID, GroupID, Bool)
    case hide(AppID, GroupID)
    /// Uninstalls an app. The user has agreed.
    case uninstall(AppID, GroupID)
    case leave
}

extension HomeWish {
    /// Changes the registry as the user wishes. To open something is not a change.
    ///
    /// - Returns: A sentence about the change, without a period; `nil` if there was nothing to do.
    /// - Throws: Why it could not be done.
    package func change(_ registries: [Registry]) throws(AppGroupError) -> String? {
        switch self {
        case .pin(let id, let group, let isPinned):
            guard let registry = registries.of(group) else { return nil }
            try registry.setPinned(isPinned, of: id)
            return (isPinned ? "Pinned " : "Unpinned ") + registry.displayName(of: id)
        case .hide(let id, let group):
            guard let registry = registries.of(group) else { return nil }
            try registry.setHidden(true, of: id)
            return "Hid \(registry.displayName(of: id)). To show it again: \(group.command("show \(id)"))"
        case .uninstall(let id, let group):
            guard let registry = registries.of(group), let app = try registry.app(id) else { return nil }
            if app.record.isInstalledPackage {
                try registry.removePackage(id, forgetting: false)
                return "Uninstalled \(app.name)"
            }
            try registry.unregister(id)
            return "Removed \(app.name) from the group. To undo this: \(group.command("prune --undo \(id)"))"
        case .open, .openAction, .openURL, .leave: return nil
        }
    }
}

extension Registry {
    /// What the user calls an app; its identifier if it has just left or the group can't be read. The change is made in any case.
    fileprivate func displayName(of id: AppID) -> String {
        ((try? app(id)) ?? nil).map { "\($0.name)" } ?? "\(id)"
    }
}
