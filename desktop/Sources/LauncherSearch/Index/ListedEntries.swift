import AppGroup
import AppGroupPlatform

/// Which apps the desktop lists itself, by their desktop entries. Each entry is looked at once, until something in a folder of
/// entries changes.
struct ListedEntries {
    private let locator: DesktopEntryLocator
    private var known: [String: Bool] = [:]
    private var trace: [FileStatus.Moment?] = []

    init(_ environment: ProcessEnvironment) { locator = DesktopEntryLocator(environment) }

    /// Forgets what is known if it may no longer be true.
    mutating func refresh() {
        let now = locator.folders.map { try? Files.status($0).modification }
        guard now != trace else { return }
        (known, trace) = ([:], now)
    }

    /// Whether the desktop lists the app.
    mutating func contain(_ app: AppEntry) -> Bool {
        let id = app.desktopFileID
        if let known = known[id] { return known }
        let isListed = (try? locator.entry(id))?.isListed ?? false
        known[id] = isListed
        return isListed
    }
}
