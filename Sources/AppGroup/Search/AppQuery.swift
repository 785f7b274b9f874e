/// Finds the apps that a person means by the words that they typed.
public enum AppQuery {
    /// The apps that match best. The text is tried as a whole identifier, name and scheme, then as the beginning of a word of
    /// the name or of the identifier's last segment, then as any part of the name or identifier. Case does not count.
    ///
    /// Hidden and missing apps match only if no shown app does, except by their whole identifier.
    ///
    /// - Returns: No app, one app, or several from which the person must choose, in the given order.
    public static func matches(_ text: String, in apps: [AppEntry]) -> [AppEntry] {
        let wanted = text.lowercased()
        guard !wanted.isEmpty else { return [] }
        let exact = apps.filter { $0.id.folded == wanted }
        if !exact.isEmpty { return exact }
        for candidates in [apps.filter(\.isShown), apps] {
            for tier in tiers {
                let found = candidates.filter { tier($0, wanted) }
                if !found.isEmpty { return found }
            }
        }
        return []
    }

    private static let tiers: [@Sendable (AppEntry, String) -> Bool] = [
        { app, wanted in app.name.description.lowercased() == wanted },
        { app, wanted in app.schemes.contains { $0.description == wanted } },
        { app, wanted in words(of: app).contains { $0.hasPrefix(wanted) } },
        { app, wanted in app.name.description.lowercased().includes(wanted) || app.id.folded.includes(wanted) },
    ]

    /// The words of the name, and the last segment of the identifier.
    private static func words(of app: AppEntry) -> [Substring] {
        let name = app.name.description.lowercased()
        return [name[...]] + name.split { !$0.isLetter && !$0.isNumber } + app.id.folded.split(separator: ".").suffix(1)
    }
}

extension AppQuery {
    /// The offers that match best. The text is tried as a whole identifier and name, then as the beginning of a word of the
    /// name or of the identifier's last segment, then as any part of the name or identifier. Case does not count.
    ///
    /// - Returns: No offer, one offer, or several from which the person must choose, in the given order.
    public static func matches(_ text: String, in offers: [AppOffer]) -> [AppOffer] {
        let wanted = text.lowercased()
        guard !wanted.isEmpty else { return [] }
        return offerTiers.lazy.map { tier in offers.filter { tier($0, wanted) } }.first { !$0.isEmpty } ?? []
    }

    private static let offerTiers: [@Sendable (AppOffer, String) -> Bool] = [
        { offer, wanted in offer.app.folded == wanted },
        { offer, wanted in offer.name.description.lowercased() == wanted },
        { offer, wanted in
            let words = offer.name.description.lowercased().split { !$0.isLetter && !$0.isNumber }
            return (words + offer.app.folded.split(separator: ".").suffix(1)).contains { $0.hasPrefix(wanted) }
        },
        { offer, wanted in
            offer.name.description.lowercased().includes(wanted) || offer.app.folded.includes(wanted)
        },
    ]
}

extension String {
    /// Whether another text, which is not empty, is a part of this one. `contains` does the same, but belongs to the engine for
    /// regular expressions, and every tool that embeds this library would contain that engine.
    fileprivate func includes(_ part: String) -> Bool { indices.contains { self[$0...].hasPrefix(part) } }
}
