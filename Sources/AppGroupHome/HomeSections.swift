package import AppGroup

/// The apps of the home screen in sections. No app is in two of them.
package enum HomeSections {
    package typealias Section = (title: String, apps: [AppEntry])

    /// First the apps with a badge, the highest first, then those that will probably be opened next, then all others
    /// by name.
    ///
    /// - Parameters:
    ///   - apps: The apps in their order. It is kept among the likely apps, and if there is only one section.
    ///   - likely: The largest number of apps that are probably opened next. An app that was never opened is not among
    ///     them unless it is pinned.
    /// - Returns: The sections that are not empty.
    package static func of(_ apps: [AppEntry], likely: Int) -> [Section] {
        var (urgent, next, others): ([AppEntry], [AppEntry], [AppEntry]) = ([], [], [])
        for app in apps {
            if app.badge != .zero {
                urgent.append(app)
            } else if next.count < likely, app.usage.count > 0 || app.preferences.isPinned {
                next.append(app)
            } else {
                others.append(app)
            }
        }
        if others.count < apps.count { others = AppOrder.name.sorted(others) }
        // The sort is stable.
        urgent.sort { $0.badge > $1.badge }
        let sections = [("Needs you", urgent), ("Likely next", next), ("All apps", others)]
        return sections.filter { !$0.1.isEmpty }.map { (title: $0.0, apps: $0.1) }
    }
}
