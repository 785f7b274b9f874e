import AppGroup
import AppGroupPlatform

/// Which apps the desktop lists itself, by their desktop entries. Each entry is looked at once, until something in a folder of
/// entries changes.
struct ListedEntries {
    private let locator: DesktopEntryLocator
    private var known: [String: Bool] = [:]
    /// The names in all folders; `nil` if they are not known. Most apps have no entry, and are looked for in a list that is read once.
    private var names: Set<String>?
    private var trace: [FileStatus.Moment?] = []

    init(_ environment: ProcessEnvironment) { locator = DesktopEntryLocator(environment) }

    /// Forgets what is known if it may no longer be true.
    mutating func refresh() {
        let now = locator.folders.map { try? Files.status($0).modification }
        guard now != trace else { return }
        (known, trace) = ([:], now)
        names = try? locator.folders.reduce(into: []) { names, folder in
            if Files.exists(folder) { names.formUnion(try Files.entries(of: folder)) }
        }
    }

    /// Whether the desktop lists the app.
    mutating func contain(_ app: AppEntry) -> Bool {
        let id = app.desktopFileID
        if let known = known[id] { return known }
        // A hyphen may stand for the slash of a sub-folder.
        if let names, !names.contains(id), !id.utf8.contains(UInt8(ascii: "-")) { return false }
        let isListed = (try? locator.entry(id))?.isListed ?? false
        known[id] = isListed
        return isListed
    }
}
