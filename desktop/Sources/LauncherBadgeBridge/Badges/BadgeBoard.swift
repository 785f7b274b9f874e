import AppGroup

/// The badges that docks show, or should.
struct BadgeBoard {
    /// The apps with a badge, by the ids of their desktop entries. None is 0.
    private var counts: [String: Int64] = [:]

    /// All badges, in the order of the ids.
    var entries: [LauncherEntry] { counts.map { LauncherEntry(desktopFileID: $0, count: $1) }.sorted() }

    /// The app of that object path, or `nil` where it has no badge.
    func entry(at path: String) -> LauncherEntry? { entries.first { $0.path == path } }

    /// Shows these apps' badges and no others. An app that is a member of several groups has the sum.
    ///
    /// - Returns: What became different; a count of 0 for a badge that is gone.
    mutating func show(_ apps: [FamilyApp]) -> [LauncherEntry] {
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
