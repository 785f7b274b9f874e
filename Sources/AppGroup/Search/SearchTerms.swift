/// The words by which something is found by the text that a person typed, in lower case.
package struct SearchTerms: Sendable {
    private let id: String
    private let texts: Texts
    /// The same without the marks on letters; `nil` if there are none.
    private let unmarked: Texts?

    private init(id: String, name: String, segment: String?, further: [String] = []) {
        self.id = id
        texts = Texts(name: name, segment: segment, further: further)
        unmarked = texts.unmarked
    }

    /// The words of an app: its name, its identifier and the last segment of that, and its schemes.
    package init(_ app: AppEntry) {
        self.init(
            id: app.id.folded, name: app.name.description.lowercased(), segment: app.id.lastSegment,
            further: app.schemes.map(\.description))
    }

    /// The words of an action: its name and its identifier, each alone and after the app's.
    package init(_ action: AppAction, of app: AppEntry) {
        let (name, id) = ("\(action.name)".lowercased(), "\(action.id)".lowercased())
        self.init(
            id: "\(app.id.folded)#\(id)", name: "\(app.name): ".lowercased() + name, segment: nil, further: [name, id])
    }

    /// The words of an offer: its name, its identifier and the last segment of that.
    package init(_ offer: AppOffer) {
        self.init(id: offer.app.folded, name: offer.name.description.lowercased(), segment: offer.app.lastSegment)
    }

    /// What a person typed.
    struct Wanted {
        fileprivate let text: Typed
        /// The same without the marks on letters; `nil` if there are none.
        fileprivate let unmarked: Typed?

        init(_ text: String) {
            let text = text.lowercased()
            let unmarked = Typed(text.unmarked)
            self.text = Typed(text)
            // Nothing is left of a single mark.
            self.unmarked = unmarked.whole == self.text.whole || unmarked.whole.isEmpty ? nil : unmarked
        }

        var isEmpty: Bool { text.whole.isEmpty }
    }

    /// How well this matches by the beginnings of words or better; `nil` if it does not, or if nothing was typed.
    func match(for wanted: Wanted) -> SearchMatch? {
        if id == wanted.text.whole { return SearchMatch(part: .id, isUnmarked: false) }
        return match(for: wanted) { texts, typed in texts.part(for: typed) }
    }

    /// How well this matches if the letters of the text may be anywhere in the name or the last segment, in their order.
    func looseMatch(for wanted: Wanted) -> SearchMatch? {
        match(for: wanted)
            ?? match(for: wanted) { texts, typed in
                let isFound = texts.name.holds(typed.letters) || texts.segment?.holds(typed.letters) == true
                return isFound ? .inside : nil
            }
    }

    /// How well this matches if the text may be any part of the name or the identifier.
    func partialMatch(for wanted: Wanted) -> SearchMatch? {
        let id = Text(id)
        return match(for: wanted)
            ?? match(for: wanted) { texts, typed in
                texts.name.includes(typed.text) || id.includes(typed.text) ? .inside : nil
            }
    }

    /// The match with the marks on letters, or else the one without them.
    private func match(for wanted: Wanted, _ part: (Texts, Typed) -> SearchMatch.Part?) -> SearchMatch? {
        if wanted.isEmpty { return nil }
        if let part = part(texts, wanted.text) { return SearchMatch(part: part, isUnmarked: false) }
        guard unmarked != nil || wanted.unmarked != nil else { return nil }
        return part(unmarked ?? texts, wanted.unmarked ?? wanted.text).map { SearchMatch(part: $0, isUnmarked: true) }
    }
}

/// A text that a person typed, and its words.
private struct Typed {
    /// The text as it was typed: a name may begin with a space, or contain two.
    let typed: String
    /// The words with one space between them.
    let whole: String
    /// The same, for a comparison letter by letter.
    let text: Text
    /// The words, each once.
    let words: [Text]
    /// The text without spaces.
    let letters: Text

    init(_ text: String) {
        let parts = text.split(whereSeparator: \.isWhitespace)
        typed = text
        whole = parts.joined(separator: " ")
        self.text = Text(whole)
        var known: Set<Substring> = []
        words = parts.count == 1 ? [self.text] : parts.filter { known.insert($0).inserted }.map { Text(String($0)) }
        letters = parts.count == 1 ? self.text : Text(parts.joined())
    }
}

/// The texts by which something is found.
private struct Texts: Equatable, Sendable {
    let name: Text
    /// The last segment of the identifier. All identifiers of a group begin alike, so their beginnings are not searched.
    let segment: Text?
    let further: [Text]

    init(name: String, segment: String?, further: [String]) {
        self.name = Text(name)
        self.segment = segment.map(Text.init)
        self.further = further.map(Text.init)
    }

    /// The same without the marks on letters; `nil` if there are none. Identifiers and schemes are ASCII.
    var unmarked: Texts? {
        if name.isASCII, further.allSatisfy(\.isASCII) { return nil }
        let texts = Texts(
            name: name.string.unmarked, segment: segment?.string, further: further.map(\.string.unmarked))
        return texts == self ? nil : texts
    }

    /// Which part of this the text is; `nil` for none.
    func part(for typed: Typed) -> SearchMatch.Part? {
        if name.string == typed.whole || name.string == typed.typed { return .name }
        if further.contains(where: { $0.string == typed.whole }) { return .scheme }
        if segment?.string == typed.whole { return .segment }
        if contains(where: { $0.string.hasPrefix(typed.whole) }) { return .prefix }
        return typed.words.allSatisfy { part in contains { $0.hasWord(beginningWith: part) } } ? .word : nil
    }

    private func contains(where matches: (Text) -> Bool) -> Bool {
        matches(name) || segment.map(matches) == true || further.contains(where: matches)
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
private struct Text: Equatable, Sendable {
    let string: String
    let isASCII: Bool
    /// Its words, which consist of letters and digits; empty if the text is ASCII, whose words are found faster than they are
    /// split.
    private let words: [Substring]

    init(_ string: String) {
        self.string = string
        isASCII = string.utf8.allSatisfy { $0 < 0x80 }
        words = isASCII ? [] : string.split { !$0.isLetter && !$0.isNumber }
    }

    /// Whether one of its words begins like this.
    func hasWord(beginningWith part: Text) -> Bool {
        guard isASCII else { return words.contains { $0.starts(with: part.string) } }
        guard part.isASCII else { return false }
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

    /// Whether another text, which is not empty, is a part of this one. `contains` does the same, but belongs to the engine for
    /// regular expressions, and every tool that embeds this library would contain that engine.
    func includes(_ part: Text) -> Bool {
        guard isASCII else { return string.indices.contains { string[$0...].hasPrefix(part.string) } }
        guard part.isASCII else { return false }
        return part.withBytes { part in
            withBytes { text in
                text.count >= part.count
                    && (0...text.count - part.count).contains { text[$0...].starts(with: part) }
            }
        }
    }

    /// Whether it contains these letters in their order, with anything in between.
    func holds(_ letters: Text) -> Bool {
        guard isASCII else { return Self.holds(string, letters.string) }
        guard letters.isASCII else { return false }
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

    /// Prepares items, which stay in this order if they match equally.
    package init(_ items: [Item], terms: (Item) -> SearchTerms) {
        entries = items.map { ($0, terms($0)) }
    }

    /// The items that match, the best first, in lists of those that match equally. If nothing was typed, all items match equally.
    package func tiers(_ text: String) -> [[Item]] {
        guard !SearchTerms.Wanted(text).isEmpty else { return entries.isEmpty ? [] : [entries.map(\.item)] }
        return ranked(text).map(\.items)
    }

    /// The items that match, the best first, in lists of those that match equally. If nothing was typed, nothing matches.
    package func ranked(_ text: String) -> [(tier: AppSearch.Tier, items: [Item])] {
        let wanted = SearchTerms.Wanted(text)
        var found = SearchMatch.places.map { _ in (tier: AppSearch.Tier.fuzzy, items: [Item]()) }
        for entry in entries {
            guard let match = entry.terms.looseMatch(for: wanted) else { continue }
            found[match.place].tier = match.tier
            found[match.place].items.append(entry.item)
        }
        return found.filter { !$0.items.isEmpty }
    }
}
