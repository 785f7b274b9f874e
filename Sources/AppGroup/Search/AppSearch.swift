/// Finds apps while a person types. The names are prepared once, so that each further letter is quick.
///
/// Apps are ranked by the ``Tier`` in which they match, and within `exact` by which part of the app the text is; those that match
/// equally stay in the given order. Case and surrounding spaces do not count. Letters are also found without their marks, as
/// `é` by `e`, but an app whose letters match with their marks comes first.
public struct AppSearch: Sendable {
    /// How well an app matches the text, the best first.
    public enum Tier: Int, Comparable, CaseIterable, Sendable {
        /// The text is the app's identifier, its name, one of its schemes, or the last segment of the identifier.
        case exact
        /// The name, the last segment or a scheme begins with the text.
        case prefix
        /// Each word of the text begins a word of the name, of the last segment or of a scheme. This is also the tier of a
        /// match of any of these kinds that disregards the marks on letters; it comes after the others.
        case word
        /// The name or the last segment contains the letters of the text in this order, with anything in between.
        case fuzzy

        /// By how well an app matches.
        public static func < (left: Tier, right: Tier) -> Bool { left.rawValue < right.rawValue }
    }

    private let search: TieredSearch<AppEntry>

    /// Prepares apps, which stay in this order if they match equally.
    public init(_ apps: [AppEntry]) {
        search = TieredSearch(apps, terms: SearchTerms.init)
    }

    /// The apps that match, the best tier first. If nothing was typed, all of them, in the given order.
    ///
    /// - Complexity: O(n · m) for n letters in all names and m letters in the text.
    public func matches(_ text: String) -> [AppEntry] { search.tiers(text).flatMap(\.self) }

    /// In which tier one app answers; `nil` if it does not, and for nothing typed.
    public static func tier(of app: AppEntry, for text: String) -> Tier? {
        SearchTerms(app).looseMatch(for: SearchTerms.Wanted(text))?.tier
    }
}
