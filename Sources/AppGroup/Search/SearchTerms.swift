/// The words by which something is found while a person types, in lower case.
package struct SearchTerms: Sendable {
    private let id: String
    /// The name, the last segment of the identifier, and the schemes. All identifiers of a group begin alike, so
    /// their beginnings are not searched.
    private let texts: [Text]
    /// How many of the texts are searched for a fuzzy match.
    private let nameCount: Int

    private init(id: String, names: [Text], further: [Text] = []) {
        self.id = id
        texts = further.isEmpty ? names : names + further
        nameCount = names.count
    }

    /// The words of an app: its name, its identifier and the last segment of that, and its schemes.
    package init(_ app: AppEntry) {
        let id = app.id.folded
        self.init(
            id: id, names: [Text(app.name.description.lowercased()), Text(app.id.lastSegment)],
            further: app.schemes.map { Text($0.description) })
    }

    /// The words of an action: its name and its identifier, each alone and after the app's.
    package init(_ action: AppAction, of app: AppEntry) {
        let (name, id) = ("\(action.name)".lowercased(), "\(action.id)".lowercased())
        self.init(
            id: "\(app.id.folded)#\(id)", names: [Text("\(app.name): ".lowercased() + name)],
            further: [Text(name), Text(id)])
    }

    /// The words of an offer: its name, its identifier and the last segment of that.
    package init(_ offer: AppOffer) {
        let id = offer.app.folded
        self.init(id: id, names: [Text(offer.name.description.lowercased()), Text(offer.app.lastSegment)])
    }

    /// What a person typed.
    struct Wanted {
        fileprivate let whole: String
        fileprivate let words: [Text]
        fileprivate let letters: Text

        init(_ text: String) {
            let parts = text.lowercased().split(whereSeparator: \.isWhitespace)
            whole = parts.joined(separator: " ")
            words = parts.map { Text(String($0)) }
            letters = Text(parts.joined())
        }

        var isEmpty: Bool { whole.isEmpty }
    }

    /// How well this matches; `nil` if it does not, or if nothing was typed.
    func tier(for wanted: Wanted) -> AppSearch.Tier? {
        if wanted.isEmpty { return nil }
        if id == wanted.whole || texts.contains(where: { $0.string == wanted.whole }) { return .exact }
        if texts.contains(where: { $0.string.hasPrefix(wanted.whole) }) { return .prefix }
        if wanted.words.allSatisfy({ part in texts.contains { $0.hasWord(beginningWith: part) } }) { return .word }
        return texts.prefix(nameCount).contains { $0.holds(wanted.letters) } ? .fuzzy : nil
    }
}

extension AppID {
    /// What tells the app from others of its maker, in lower case: `inbox` of `com.example.inbox`.
    fileprivate var lastSegment: String {
        let id = folded
        guard let period = id.utf8.lastIndex(of: UInt8(ascii: ".")) else { return id }
        return String(id[id.utf8.index(after: period)...])
    }
}

/// A text that is compared with others letter by letter. Nearly all are ASCII, whose bytes are the letters.
private struct Text: Sendable {
    let string: String
    private let isASCII: Bool

    init(_ string: String) {
        self.string = string
        isASCII = string.utf8.allSatisfy { $0 < 0x80 }
    }

    /// Whether one of its words, which consist of letters and digits, begins like this.
    func hasWord(beginningWith part: Text) -> Bool {
        guard isASCII, part.isASCII else {
            return string.split { !$0.isLetter && !$0.isNumber }.contains { $0.starts(with: part.string) }
        }
        return part.withBytes { part in
            withBytes { text in
                // A word with another character never begins like a word of this text, and is part of one word.
                guard part.allSatisfy(Self.isOfWord) else { return false }
                var isInWord = false
                for index in text.indices {
                    let begins = !isInWord && Self.isOfWord(text[index])
                    isInWord = Self.isOfWord(text[index])
                    if begins, text[index...].starts(with: part) { return true }
                }
                return false
            }
        }
    }

    /// Whether it contains these letters in their order, with anything in between.
    func holds(_ letters: Text) -> Bool {
        guard isASCII, letters.isASCII else { return Self.holds(string, letters.string) }
        return letters.withBytes { letters in withBytes { Self.holds($0, letters) } }
    }

    private static func holds<Letters: Sequence, Wanted: Collection>(_ text: Letters, _ letters: Wanted) -> Bool
    where Letters.Element == Wanted.Element, Wanted.Element: Equatable {
        var rest = letters[...]
        for letter in text where letter == rest.first { rest = rest.dropFirst() }
        return rest.isEmpty
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: false
        }
    }

    private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = string.utf8.withContiguousStorageIfAvailable(body) { return result }
        return Array(string.utf8).withUnsafeBufferPointer(body)
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
