import AppGroup

/// The badges that docks should show.
struct BadgeBoard {
    /// The badges other than 0, by the ids of the desktop entries.
    private var counts: [String: Int64] = [:]

    /// All badges, sorted by id.
    var entries: [LauncherEntry] { counts.map { LauncherEntry(desktopFileID: $0, count: $1) }.sorted() }

    /// The app with this object path; `nil` if it has no badge.
    func entry(at path: String) -> LauncherEntry? { entries.first { $0.path == path } }

    /// Replaces the badges with those of these apps. An app that is in several groups has the sum of its badges.
    ///
    /// - Returns: The changed badges, with a count of 0 for a removed badge.
    mutating func show(_ apps: [AppEntry]) -> [LauncherEntry] {
        let before = counts
        counts = apps.reduce(into: [:]) { counts, app in
            guard app.badge != .zero, app.isShown else { return }
            counts[app.desktopFileID] = app.badge.adding(counts[app.desktopFileID] ?? 0).value
        }
        let ids = Set(before.keys).union(counts.keys)
        return ids.filter { before[$0] != counts[$0] }
            .map { LauncherEntry(desktopFileID: $0, count: counts[$0] ?? 0) }.sorted()
    }
}

/// The badge of an app as docks receive it (wiki.ubuntu.com/Unity/LauncherAPI, "Low level DBus API:
/// com.canonical.Unity.LauncherEntry").
struct LauncherEntry: Hashable, Comparable {
    static let interface = "com.canonical.Unity.LauncherEntry"
    /// The path below which each app has an object.
    static let pathPrefix = "/com/canonical/unity/launcherentry/"

    /// The id of the app's desktop entry, such as `com.example.inbox.desktop`.
    let desktopFileID: String
    /// The badge; 0 shows nothing.
    let count: Int64

    /// The app's name for docks.
    var uri: String { "application://\(desktopFileID)" }

    /// The path of the app's object. As in libunity, it ends with a hash: D. J. Bernstein's, with 33 and 5381.
    var path: String {
        let hash = uri.utf8.reduce(UInt32(5381)) { $0 &* 33 &+ UInt32($1) }
        return "\(Self.pathPrefix)\(hash)"
    }

    static func < (left: LauncherEntry, right: LauncherEntry) -> Bool { left.desktopFileID < right.desktopFileID }
}
