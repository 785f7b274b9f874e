/// Finds apps while a person types. The names are prepared once, so that each further letter is quick.
///
/// What was typed decides first, by the ``Tier`` in which an app answers; the order in which the apps were given decides
/// within a tier. Case does not count, and neither does space around what was typed.
public struct AppSearch: Sendable {
    /// How well an app answers to what was typed, the best first.
    public enum Tier: Int, Comparable, CaseIterable, Sendable {
        /// It is the app's name, identifier, last segment of that, or one of its schemes.
        case exact
        /// The name, the last segment or a scheme begins with it.
        case prefix
        /// Each of its words begins a word of the name, of the last segment or of a scheme.
        case word
        /// Its letters stand in the name or in the last segment, in this order, whatever stands between them.
        case fuzzy

        /// By how well an app answers.
        public static func < (left: Tier, right: Tier) -> Bool { left.rawValue < right.rawValue }
    }

    private let entries: [(app: FamilyApp, text: Searchable)]

    /// Prepares apps, which stay in this order within a tier.
    public init(_ apps: [FamilyApp]) {
        entries = apps.map { ($0, Searchable($0)) }
    }

    /// The apps that answer, the best tier first. Nothing typed is answered by all of them, in the given order.
    ///
    /// - Complexity: O(n · m) for the letters of all names and of what was typed.
    public func matches(_ text: String) -> [FamilyApp] {
        let wanted = Wanted(text)
        guard !wanted.letters.isEmpty else { return entries.map(\.app) }
        var found = Tier.allCases.map { _ in [FamilyApp]() }
        for entry in entries {
            if let tier = entry.text.tier(for: wanted) { found[tier.rawValue].append(entry.app) }
        }
        return found.flatMap(\.self)
    }

    /// In which tier one app answers; `nil` where it does not, and for nothing typed.
    public static func tier(of app: FamilyApp, for text: String) -> Tier? {
        Searchable(app).tier(for: Wanted(text))
    }
}

/// What a person typed.
private struct Wanted {
    let whole: String
    let words: [[Character]]
    let letters: [Character]

    init(_ text: String) {
        let parts = text.lowercased().split(whereSeparator: \.isWhitespace)
        whole = parts.joined(separator: " ")
        words = parts.map(Array.init)
        letters = words.flatMap(\.self)
    }
}

/// What an app answers to, without case.
private struct Searchable {
    let id: String
    /// The name, the last segment of the identifier, and the schemes. All identifiers of a family begin alike, so that to
    /// begin with what was typed says nothing of them.
    let texts: [String]
    let words: [[Character]]
    /// The letters in which a fuzzy answer is looked for.
    let letters: [[Character]]

    init(_ app: FamilyApp) {
        let name = app.name.description.lowercased()
        id = app.id.folded
        let segment = id.split(separator: ".").last.map(String.init) ?? id
        texts = [name, segment] + app.schemes.map(\.description)
        words = texts.flatMap { text in text.split { !$0.isLetter && !$0.isNumber }.map(Array.init) }
        letters = [Array(name), Array(segment)]
    }

    func tier(for wanted: Wanted) -> AppSearch.Tier? {
        if wanted.letters.isEmpty { return nil }
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
