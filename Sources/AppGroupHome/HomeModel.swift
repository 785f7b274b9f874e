package import AppGroup

/// The state of a home screen, in a terminal or in a window: its items, the search, the results, and the selection.
package struct HomeModel<Item: HomeItem>: Sendable {
    /// All items, in order.
    package private(set) var items: [Item] = []
    /// The search text.
    package private(set) var query = ""
    /// Whether the user has begun a search, perhaps without a letter so far.
    package var isSearching = false
    /// The items that match the search, the best first; if nothing was typed, the items that are listed then.
    package private(set) var found: [Item] = []
    /// The index of the selected item among them; 0 if there is none.
    package private(set) var selection = 0

    private var search: TieredSearch<Item>?

    package init() {}

    /// The items that are listed if nothing was typed, in their order.
    package typealias Arrangement = ([Item]) -> [Item]

    /// The item that Enter opens.
    package var selected: Item? { found.indices.contains(selection) ? found[selection] : nil }

    /// The URL that Enter opens: one was typed, and no item matches it.
    package var typedURL: String? {
        let isURL = AppURL.looksLikeURL(query) && query.utf8.count <= AppURL.maximumLength
        return found.isEmpty && isURL ? query : nil
    }

    /// Replaces the items. The selection stays with its item, even if the item has moved. If the item is gone, the one
    /// in its place is selected.
    package mutating func show(_ items: [Item], arrange: Arrangement = { $0 }) {
        self.items = items
        search = nil
        refresh(arrange: arrange)
    }

    /// Finds the items again. The selection stays with its item, if that is still found.
    package mutating func refresh(arrange: Arrangement = { $0 }) {
        let chosen = selected?.homeIdentity
        answer(arrange)
        let place = chosen.flatMap { chosen in found.firstIndex { $0.homeIdentity == chosen } }
        select(place ?? selection)
    }

    /// Searches for a text, and selects the best match. A text that is longer than any name matches nothing.
    package mutating func look(for text: String, arrange: Arrangement = { $0 }) {
        query = text
        isSearching = !text.isEmpty
        answer(arrange)
        select(0)
    }

    /// Ends the search after something was opened. The selection stays with its item.
    package mutating func endSearch(arrange: Arrangement = { $0 }) {
        (query, isSearching) = ("", false)
        refresh(arrange: arrange)
    }

    /// Selects an item that was found, or the closest one.
    package mutating func select(_ place: Int) { selection = max(0, min(place, found.count - 1)) }

    private mutating func answer(_ arrange: Arrangement) {
        guard !query.isEmpty else {
            found = arrange(items)
            return
        }
        guard query.utf8.count <= AppName.maximumLength else {
            found = []
            return
        }
        let search = search ?? TieredSearch(items, terms: \.searchTerms)
        self.search = search
        found = search.tiers(query).flatMap(\.self)
    }
}

/// Something to choose on a home screen.
package protocol HomeItem: Sendable {
    associatedtype HomeIdentity: Hashable
    /// The part of an item that stays the same when the item changes.
    var homeIdentity: HomeIdentity { get }
    /// The words by which it is found.
    var searchTerms: SearchTerms { get }
}

extension AppEntry: HomeItem {
    package var homeIdentity: AppKey { AppKey(self) }
    package var searchTerms: SearchTerms { SearchTerms(self) }
}

/// An app of one of several groups.
package struct AppKey: Hashable, Sendable {
    package let app: AppID
    package let group: GroupID

    package init(_ app: AppID, _ group: GroupID) { (self.app, self.group) = (app, group) }

    package init(_ app: AppEntry) { self.init(app.id, app.group) }
}

extension [AppEntry] {
    /// Short texts that tell apps from others of the same name among these. Apps without a namesake have none.
    package var distinctions: [AppKey: String] {
        guard Set(map(\.name)).count < count else { return [:] }
        var distinctions: [AppKey: String] = [:]
        for alike in Dictionary(grouping: self, by: \.name).values where alike.count > 1 {
            for (app, text) in zip(alike, AppEntry.distinctions(ofAlike: alike)) { distinctions[AppKey(app)] = text }
        }
        return distinctions
    }
}
