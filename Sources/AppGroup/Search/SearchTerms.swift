/// The words by which something is found while a person types, in lower case.
package struct SearchTerms: Sendable {
    private let id: String
    /// The name, the last segment of the identifier, and the schemes. All identifiers of a group begin alike, so
    /// their beginnings are not searched.
    private let texts: [String]
    private let words: [[Character]]
    /// The letters that are searched for a fuzzy match.
    private let letters: [[Character]]

    private init(id: String, names: [String], further: [String]) {
        self.id = id
        texts = names + further
        words = texts.flatMap { text in text.split { !$0.isLetter && !$0.isNumber }.map(Array.init) }
        letters = names.map(Array.init)
    }

    /// The words of an app: its name, its identifier and the last segment of that, and its schemes.
    package init(_ app: AppEntry) {
        let id = app.id.folded
        let segment = id.split(separator: ".").last.map(String.init) ?? id
        self.init(
            id: id, names: [app.name.description.lowercased(), segment], further: app.schemes.map(\.description))
    }

    /// The words of an action: its name and its identifier, each alone and after the app's.
    package init(_ action: AppAction, of app: AppEntry) {
        let (name, id) = ("\(action.name)".lowercased(), "\(action.id)".lowercased())
        self.init(
            id: "\(app.id.folded)#\(id)", names: ["\(app.name): ".lowercased() + name], further: [name, id])
    }

    /// The words of an offer: its name, its identifier and the last segment of that.
    package init(_ offer: AppOffer) {
        let id = offer.app.folded
        let segment = id.split(separator: ".").last.map(String.init) ?? id
        self.init(id: id, names: [offer.name.description.lowercased(), segment], further: [])
    }

    /// What a person typed.
    struct Wanted {
        fileprivate let whole: String
        fileprivate let words: [[Character]]
        fileprivate let letters: [Character]

        init(_ text: String) {
            let parts = text.lowercased().split(whereSeparator: \.isWhitespace)
            whole = parts.joined(separator: " ")
            words = parts.map(Array.init)
            letters = words.flatMap(\.self)
        }

        var isEmpty: Bool { letters.isEmpty }
    }

    /// How well this matches; `nil` if it does not, or if nothing was typed.
    func tier(for wanted: Wanted) -> AppSearch.Tier? {
        if wanted.isEmpty { return nil }
        if id == wanted.whole || texts.contains(wanted.whole) { return .exact }
        if texts.contains(where: { $0.hasPrefix(wanted.whole) }) { return .prefix }
        if wanted.words.allSatisfy({ part in words.contains { $0.starts(with: part) } }) { return .word }
        return letters.contains { Self.holds($0, wanted.letters) } ? .fuzzy : nil
    }

    private static func holds(_ text: [Character], _ letters: [Character]) -> Bool {
        var rest = letters[...]
        for character in text where character == rest.first {
            rest.removeFirst()
        }
        return rest.isEmpty
    }
}

/// Finds items as ``AppSearch`` finds apps. Their words are prepared once, so that each further letter is quick.
package struct TieredSearch<Item: Sendable>: Sendable {
    private let entries: [(item: Item, terms: SearchTerms)]

    /// Prepares items, which stay in this order within a tier.
    package init(_ items: [Item], terms: (Item) -> SearchTerms) {
        entries = items.map { ($0, terms($0)) }
    }

    /// The items that match, tier by tier, the best first, without empty tiers. If nothing was typed, all items match equally.
    package func tiers(_ text: String) -> [[Item]] {
        guard !SearchTerms.Wanted(text).isEmpty else { return entries.isEmpty ? [] : [entries.map(\.item)] }
        return ranked(text).map(\.items)
    }

    /// The items that match, tier by tier, the best first, without empty tiers. If nothing was typed, nothing matches.
    package func ranked(_ text: String) -> [(tier: AppSearch.Tier, items: [Item])] {
        let wanted = SearchTerms.Wanted(text)
        var found = AppSearch.Tier.allCases.map { (tier: $0, items: [Item]()) }
        for entry in entries {
            if let tier = entry.terms.tier(for: wanted) { found[tier.rawValue].items.append(entry.item) }
        }
        return found.filter { !$0.items.isEmpty }
    }
}
