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

    private let search: TieredSearch<FamilyApp>

    /// Prepares apps, which stay in this order within a tier.
    public init(_ apps: [FamilyApp]) {
        search = TieredSearch(apps, terms: SearchTerms.init)
    }

    /// The apps that answer, the best tier first. Nothing typed is answered by all of them, in the given order.
    ///
    /// - Complexity: O(n · m) for the letters of all names and of what was typed.
    public func matches(_ text: String) -> [FamilyApp] { search.tiers(text).flatMap(\.self) }

    /// In which tier one app answers; `nil` where it does not, and for nothing typed.
    public static func tier(of app: FamilyApp, for text: String) -> Tier? {
        SearchTerms(app).tier(for: SearchTerms.Wanted(text))
    }
}
