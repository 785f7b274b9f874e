/// Finds the apps that a person means by the words that they typed.
public enum AppQuery {
    /// The apps that match best, as in ``AppSearch``. The text is tried as a whole identifier, name, scheme and last segment of
    /// the identifier, then as the beginning of the name, of that segment or of a scheme, then as the beginnings of their words.
    /// Finally, it may be any part of the name or identifier. Case does not count, and the marks on letters count only if an app
    /// matches with them.
    ///
    /// Hidden and missing apps match only if no shown app does, except by their whole identifier.
    ///
    /// - Returns: No app, one app, or several from which the person must choose, in the given order.
    public static func matches(_ text: String, in apps: [AppEntry]) -> [AppEntry] {
        matches(text, in: apps) { _ in false }
    }

    /// The same, except that the whole name or scheme of certain hidden or missing apps is not taken for a part of the name of an
    /// app that is shown.
    ///
    /// - Parameter keepsName: Whether an app that is not shown is one of them.
    package static func matches(
        _ text: String, in apps: [AppEntry], keepingNames keepsName: (AppEntry) -> Bool
    ) -> [AppEntry] {
        let wanted = SearchTerms.Wanted(text)
        let id = text.lowercased()
        let identified = apps.filter { $0.id.folded == id }
        if !identified.isEmpty { return identified }
        let shown = best(of: apps.filter(\.isShown), for: wanted, SearchTerms.init)
        // Nothing is closer than a whole name with its marks.
        if let shown, shown.match.isWholeName, !shown.match.isUnmarked { return shown.items }
        let others = apps.filter { !$0.isShown }
        let kept = best(of: others.filter(keepsName), for: wanted, SearchTerms.init)
        if let kept, kept.match.isWholeName, shown.map({ kept.match.isCloser(than: $0.match) }) ?? true {
            return kept.items
        }
        return (shown ?? best(of: others, for: wanted, SearchTerms.init))?.items ?? []
    }

    /// The offers that match best, found by the same rules.
    ///
    /// - Returns: No offer, one offer, or several from which the person must choose, in the given order.
    public static func matches(_ text: String, in offers: [AppOffer]) -> [AppOffer] {
        best(of: offers, for: SearchTerms.Wanted(text), SearchTerms.init)?.items ?? []
    }

    /// The items that match best, and how well; `nil` if none does.
    private static func best<Item>(
        of items: [Item], for wanted: SearchTerms.Wanted, _ terms: (Item) -> SearchTerms
    ) -> (match: SearchMatch, items: [Item])? {
        var best: (match: SearchMatch, items: [Item])?
        for item in items {
            let terms = terms(item)
            // A part is searched only as long as nothing matches better, because that takes longest.
            let isOnlyPart = best.map { $0.match.part == .inside } ?? true
            guard let match = isOnlyPart ? terms.partialMatch(for: wanted) : terms.match(for: wanted) else { continue }
            if let known = best, known.match <= match {
                if known.match == match { best?.items.append(item) }
            } else {
                best = (match, [item])
            }
        }
        return best
    }
}
