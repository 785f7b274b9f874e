import AppGroup
import AppGroupCommands
import AppGroupPlatform

/// The items of all groups, for searches. It is read when a search needs it and something has changed, and never in between.
struct GroupIndex {
    /// The longest text that is searched for, in bytes.
    static let textLimit = 1024
    /// How long the order is kept although nothing changes: it depends on the time of day.
    private static let longestAge = Duration.seconds(60)

    /// An item that was found, and how well it matches.
    typealias Found = (item: GroupItem, tier: AppSearch.Tier)

    private let environment: ProcessEnvironment
    /// `nil` until the folder of groups could be read.
    private var watch: GroupWatch?
    private var known = LastKnownApps()
    private var offers: [GroupID: [AppOffer]] = [:]
    private var search: TieredSearch<GroupItem>?
    /// The shown apps.
    private var apps: [AppEntry] = []
    /// All items, and the same by their tokens once one is asked for by that.
    private var all: [GroupItem] = []
    private var items: [GroupItem.Token: GroupItem]?
    private var entries: ListedEntries
    /// When the groups are read again although nothing changes.
    private var expiry = Deadline.never
    /// The apps whose programs are not watched yet.
    private var unwatched: [AppEntry]?

    init(_ environment: ProcessEnvironment) {
        self.environment = environment
        entries = ListedEntries(environment)
    }

    /// The items that match, the best first, in the order of `launcher menu`: by tier, then apps and their actions in
    /// the order of the list, then what can be installed. Nothing if nothing was typed.
    ///
    /// An app that the desktop lists itself is left out, unless it has a badge.
    mutating func items(for text: String) -> [Found] {
        guard text.utf8.count <= Self.textLimit, text.contains(where: { !$0.isWhitespace }) else { return [] }
        refresh()
        entries.refresh()
        var found: [Found] = []
        for (tier, items) in search?.ranked(text) ?? [] {
            for item in items {
                if case .app(let app) = item, app.badge == .zero, entries.contain(app) { continue }
                found.append((item, tier))
            }
        }
        return found
    }

    /// The result for an item, as a desktop shows it.
    func result(_ item: GroupItem) -> SearchResult {
        SearchResult(item, of: registry(item.token.group), distinction: item.app?.distinction(among: apps))
    }

    /// The results for the items with these identifiers, even for those that have gone.
    mutating func results(_ ids: [String]) -> [SearchResult] {
        refresh()
        var results: [SearchResult] = []
        for id in ids { results.append(result(id)) }
        return results
    }

    private mutating func result(_ id: String) -> SearchResult {
        guard let token = GroupItem.Token(id) else { return SearchResult(goneWithID: id, name: "Unknown") }
        if let item = item(token) { return result(item) }
        // The registry keeps apps that are hidden or gone for a while.
        let record = try? registry(token.group)?.app(token.app)
        let name = record.map { "\($0.name)" } ?? token.app.description.split(separator: ".").last.map(String.init)
        return SearchResult(goneWithID: id, name: name ?? "Unknown")
    }

    /// The current target of opening the item with this identifier.
    mutating func target(of id: String) -> ItemOpener.Target {
        refresh()
        guard let token = GroupItem.Token(id) else { return .unknown }
        if case .offer(let offer, let group)? = item(token) { return .offer(offer, group) }
        return .app(token)
    }

    /// The first search is answered without this table.
    private mutating func item(_ token: GroupItem.Token) -> GroupItem? {
        let known = items ?? Dictionary(all.map { ($0.token, $0) }) { first, _ in first }
        items = known
        return known[token]
    }

    /// Does a step of reading the groups before they are needed.
    ///
    /// - Returns: Whether there was one to do.
    mutating func readEarly() -> Bool {
        guard search == nil else { return false }
        guard watch != nil else { return begin() }
        refresh()
        return search != nil
    }

    /// Finds the groups and opens their files.
    ///
    /// - Returns: Whether that has been done.
    private mutating func begin() -> Bool {
        if watch != nil { return true }
        do throws(AppGroupError) {
            watch = try GroupWatch(nil, environment: environment)
            return true
        } catch {
            Talk.say("Nothing can be found: \(error)")
            return false
        }
    }

    /// Begins to notice changes of the programs of what was read last, including changes since then. This is to be called after an
    /// answer, so that no search waits for it.
    mutating func prepare() {
        guard let apps = unwatched else { return }
        unwatched = nil
        watch?.noteShown(apps)
    }

    private func registry(_ group: GroupID) -> Registry? { watch?.registries.of(group) }

    /// Reads the groups if something has changed.
    private mutating func refresh() {
        guard begin(), let watch, watch.hasChanged() || search == nil || expiry.hasPassed else { return }
        expiry = Deadline(after: Self.longestAge)
        let registries = watch.registries
        let lists = known.read(registries, order: nil, including: .all) { group, error in
            Talk.say("The group \(group) cannot be read, so nothing new is found in it: \(error)")
        }
        unwatched = lists.flatMap(\.self)
        readOffers(of: registries)
        apps = GroupSet.merged(lists.map { $0.filter(\.isShown) }, order: nil)
        let offered = registries.flatMap { registry in
            (offers[registry.group] ?? []).map { GroupItem.offer($0, for: registry.group) }
        }
        all = GroupItem.items(of: apps, withActions: true) + offered
        search = TieredSearch(all, terms: \.searchTerms)
        items = nil
    }

    /// If a group cannot be read, its last known items stay.
    private mutating func readOffers(of registries: [Registry]) {
        var read: [GroupID: [AppOffer]] = [:]
        for registry in registries { read[registry.group] = (try? registry.offers()) ?? offers[registry.group] }
        offers = read
    }
}
