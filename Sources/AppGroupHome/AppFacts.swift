package import AppGroup

/// Everything known about an app, a line for each fact.
package enum AppFacts {
    package typealias Fact = (what: String, value: String)

    /// What people read in place of the names that programs read, such as “last opened” for `lastOpened`.
    private static let words = [
        "availableVersion": "available version", "openCount": "openings", "lastOpened": "last opened",
        "missingSince": "missing since",
    ]

    /// The facts in the words of people.
    ///
    /// - Parameters:
    ///   - imagePath: The file of the app's image; `nil` for a themed icon, or if the file does not matter.
    ///   - time: How a moment is written.
    package static func worded(
        of app: AppEntry, imagePath: String? = nil, time: (Timestamp) -> String
    ) -> [Fact] {
        of(app, imagePath: imagePath, time: time).map { (words[$0.what] ?? $0.what, $0.value) }
    }

    /// The facts by the names that programs read.
    ///
    /// - Parameters:
    ///   - imagePath: The file of the app's image; `nil` for a themed icon, or if the file does not matter.
    ///   - time: How a moment is written: by default, as programs read it.
    package static func of(
        _ app: AppEntry, imagePath: String? = nil, time: (Timestamp) -> String = { "\($0)" }
    ) -> [Fact] {
        var facts: [Fact] = [
            ("id", "\(app.id)"), ("name", "\(app.name)"), ("group", "\(app.group)"), ("state", app.state),
            ("launch", app.launch.summary), ("badge", "\(app.badge)"),
        ]
        facts += app.claims.map { ("scheme", "\($0.scheme)" + ($0.isYielded ? " (yielded to another app)" : "")) }
        facts += app.actions.map { ("action \($0.id)", "\($0.name): \($0.url)") }
        if let icon = imagePath ?? app.icon?.summary { facts.append(("icon", icon)) }
        if let version = app.version { facts.append(("version", "\(version)")) }
        if let version = app.availableVersion { facts.append(("availableVersion", "\(version)")) }
        facts += app.fields.sorted { $0.key < $1.key }.map { key, value in
            ("field \(key)", value.date.map(time) ?? "\(value)")
        }
        facts.append(("openCount", "\(app.usage.count)"))
        if let moment = app.usage.lastOpened { facts.append(("lastOpened", time(moment))) }
        facts.append(("registered", time(app.registered)))
        if let moment = app.missingSince { facts.append(("missingSince", time(moment))) }
        if let moment = app.unregistered { facts.append(("unregistered", time(moment))) }
        if app.preferences.isPinned { facts.append(("pinned", "yes")) }
        if !app.preferences.recordsUse { facts.append(("history", "off")) }
        return facts
    }
}

extension AppEntry {
    /// `installed`, `hidden`, or the reason why the app is not installed.
    package var state: String {
        availability.reason ?? (self.preferences.isHidden ? "hidden" : "installed")
    }
}

extension AppIcon {
    /// The name of a themed icon, or the format of an image.
    package var summary: String {
        switch self {
        case .named(let name): name
        case .image(let format, _): format.rawValue.uppercased()
        }
    }
}

extension AppLaunch {
    fileprivate var summary: String {
        switch self {
        case .command(let command): command.summary
        case .desktopFile(let id): "desktop entry \(id)"
        case .package(let package): "package \(package.digest.short)…: \(package.command.summary)"
        }
    }
}

extension AppLaunch.Command {
    fileprivate var summary: String {
        ShellWords.line([executable] + arguments) + (interface == .terminal ? "  (terminal)" : "")
    }
}
