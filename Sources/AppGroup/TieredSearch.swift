/// Finds things as ``AppSearch`` finds apps. What they answer to is prepared once, so that each further letter is quick.
package struct TieredSearch<Item: Sendable>: Sendable {
    private let entries: [(item: Item, terms: SearchTerms)]

    /// Prepares things, which stay in this order within a tier.
    package init(_ items: [Item], terms: (Item) -> SearchTerms) {
        entries = items.map { ($0, terms($0)) }
    }

    /// Those that answer, tier by tier: the best first, and no tier that is empty. Nothing typed is answered by all of them
    /// alike.
    package func tiers(_ text: String) -> [[Item]] {
        let wanted = SearchTerms.Wanted(text)
        guard !wanted.isEmpty else { return entries.isEmpty ? [] : [entries.map(\.item)] }
        var found = AppSearch.Tier.allCases.map { _ in [Item]() }
        for entry in entries {
            if let tier = entry.terms.tier(for: wanted) { found[tier.rawValue].append(entry.item) }
        }
        return found.filter { !$0.isEmpty }
    }
}
